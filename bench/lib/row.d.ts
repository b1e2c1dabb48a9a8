/** What the rounds say of a ratio. */
export interface Spread {
  readonly median: number
  /** 10th percentile of the rounds. */
  readonly p10: number
  /** 90th percentile of the rounds. */
  readonly p90: number
  /** The median is between these two with a certainty of 99 %. */
  readonly low: number
  readonly high: number
}

/** One ratio, taken both ways. */
export interface Measured {
  /** Slices of about 2 ms. */
  readonly slices: Spread
  /** Batches of 60 ms, with the garbage collector in. */
  readonly batches: Spread
}

/** What a row has to reach. */
export interface Target {
  /** At most so many times the floor. */
  readonly floor?: { readonly slices: number; readonly batches: number }
  /** At least so many times as fast as the peer. */
  readonly peer?: number
  /** Largest value of `ours`. */
  readonly most?: number
  /** Smallest value of `ours`. */
  readonly least?: number
}

/** What a function took of the time of a variant, without what it called, or a package of a bundle. */
export interface Hot {
  /** The function, and where it is; or the package. */
  readonly name: string
  /** Between 0 and 1. */
  readonly share: number
}

/** One figure in one configuration. */
export interface Row {
  /** Of the figure, such as `P-01`. */
  readonly id: string
  readonly what: string
  readonly configuration: string
  /** Of `floor`, `ours` and `peer`. Default: µs. */
  readonly unit?: string
  readonly floor?: number
  readonly ours?: number
  readonly peer?: number
  /** The checkout that is compared with. */
  readonly before?: number
  /** `ours` itself, where its limit is one of time: the rounds it is from. */
  readonly rounds?: Measured
  /** Ours by the floor. */
  readonly toFloor?: Measured
  /** The peer by ours. */
  readonly toPeer?: Measured
  /** Ours by the checkout that is compared with. */
  readonly toBefore?: Measured
  readonly target?: Target
  /** Where the time of ours goes, or its bytes. */
  readonly hot?: readonly Hot[]
  /** Why there are no figures. */
  readonly absent?: 'not built' | 'not run'
  readonly note?: string
}

/** What a run is asked for. */
export interface Options {
  /** Seconds, to see that everything runs; its figures mean nothing. */
  readonly smoke: boolean
  /** With a grown store. */
  readonly grown: boolean
  /** With an hour of load. */
  readonly hour: boolean
  /** Folder of another checkout of this repository that is built. */
  readonly against: string | undefined
}

/** What a part of a figure is given. */
export interface Run extends Options {
  /** Says what is being measured. */
  readonly progress: (text: string) => void
}

/** What runs in a process of its own. */
export interface Part {
  /** The option without which it is not measured. What it found last is recorded. */
  readonly seldom?: 'grown' | 'hour'
  /** Options of Node.js for the process. */
  readonly flags?: readonly string[]
  readonly run: (run: Run) => Promise<readonly Row[]>
}

/** A line of the performance bar. */
export interface Figure {
  readonly id: string
  readonly title: string
  /** What to know of its rows. */
  readonly notes?: readonly string[]
  readonly parts: readonly Part[]
}

import type { Visitor } from '@latchstring/testing'
import type { ApplicationLog } from './application-log.ts'
import type { Message } from './flow.ts'

/** Where functions of the configuration are written, such as `auth.ts:12`, by name. */
export interface ConfigurationPlaces {
  /** The folder of the application. */
  readonly folder: string
  /** The file of the configuration. */
  readonly file: string | undefined
  readonly byName: Readonly<Record<string, string>>
}

/** The application that runs. */
export interface RunningApplication {
  /** Absolute address of the actions. */
  readonly base: string
  readonly origin: string
  /** Origin of the emulators; nothing where another program has started them. */
  readonly emulators: string | undefined
  /** What the application writes; nothing where another program has started it. */
  readonly log: ApplicationLog | undefined
  readonly places: ConfigurationPlaces
  /** The address of the person who signs in, in place of that of the emulator. */
  readonly email: string | undefined
  /** A browser without cookies. */
  readonly openBrowser: () => Visitor
  readonly report: (message: Message) => void
  /** References of failures that are explained. */
  readonly explained: Set<string>
}

/** A provider that is being tried. */
export interface Trip extends RunningApplication {
  readonly provider: string
}

/** The file and line of a function of the configuration, or its file. */
export const findPlace = (
  { places }: RunningApplication,
  ...names: readonly string[]
): { file?: string } => {
  const name = names.find((one) => Object.hasOwn(places.byName, one))
  const file = (name === undefined ? undefined : places.byName[name]) ?? places.file
  return file === undefined ? {} : { file }
}

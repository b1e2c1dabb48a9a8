import fc from 'fast-check'

/** What a command does to the world of a model test. */
export type Step<World> = (world: World) => Promise<void> | void

/** A step under a name, which a failed sequence is printed with. */
export class StepCommand<World extends object> implements fc.AsyncCommand<object, World> {
  readonly #name: string
  readonly #step: Step<World>

  constructor(name: string, step: Step<World>) {
    this.#name = name
    this.#step = step
  }

  /** The same command, and something more after it. */
  followedBy(next: Step<World>): StepCommand<World> {
    return new StepCommand(this.#name, async (world) => {
      await this.#step(world)
      await next(world)
    })
  }

  check(): boolean {
    return true
  }

  async run(_model: object, world: World): Promise<void> {
    await this.#step(world)
  }

  toString(): string {
    return this.#name
  }
}

/** Commands of a kind, one for each choice of arguments. */
export function commands<World extends object, T extends unknown[]>(
  name: string,
  step: (...all: T) => Step<World>,
  ...all: { [K in keyof T]: fc.Arbitrary<T[K]> }
): fc.Arbitrary<StepCommand<World>> {
  return fc
    .tuple<T>(...all)
    .map((chosen) => new StepCommand(`${name}(${chosen.join(', ')})`, step(...chosen)))
}

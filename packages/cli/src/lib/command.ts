import type { Surroundings, Terminal } from './terminal.ts'

/** A command of the program. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /**
   * Runs it.
   *
   * @returns the exit code
   */
  run(
    argv: readonly string[],
    terminal: Terminal,
    surroundings: Pick<Surroundings, 'env' | 'cwd'>,
  ): Promise<number>
}

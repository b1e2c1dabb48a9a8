/** A checker of Stryker that leaves out every mutant which is not in the sample. */
import { readFileSync } from 'node:fs'

/** @typedef {{ readonly line: number, readonly column: number }} Position */
/** @typedef {{ readonly id: string, readonly fileName: string, readonly replacement: string, readonly location: { readonly start: Position, readonly end: Position } }} Mutant as the instrumenter of Stryker makes it, with lines from zero */

/** A mutant, whatever folder the sources are in. @type {(mutant: Mutant) => string} */
export const nameMutant = ({ fileName, replacement, location: { start, end } }) =>
  `${fileName.replace(/^.*packages\//, '')}:${start.line}:${start.column}-${end.line}:${end.column}=${replacement}`

/** @type {() => { init(): Promise<void>, check(mutants: readonly Mutant[]): Promise<Readonly<Record<string, object>>> }} */
function createSample() {
  const file = process.env['LATCHSTRING_MUTATION_SAMPLE'] ?? ''
  const chosen = new Set(/** @type {readonly string[]} */ (JSON.parse(readFileSync(file, 'utf8'))))
  return {
    init: async () => {},
    check: async (mutants) =>
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          chosen.has(nameMutant(mutant))
            ? { status: 'passed' }
            : { status: 'compileError', reason: 'Not in the sample.' },
        ]),
      ),
  }
}
createSample.inject = /** @type {const} */ ([])

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSample }]

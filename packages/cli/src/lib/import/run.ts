import type { Terminal } from '../terminal.ts'
import { move, type Moved, type Progress } from './move.ts'
import type { ImportWork } from './work.ts'
import { importJson, importText, type Mode } from './report.ts'
import { type Counted, countLosses, PARTS } from './tally.ts'

/** What was asked for. */
export interface ImportRequest {
  readonly mode: Mode
  readonly json: boolean
  readonly acceptLosses: boolean
  /** Names of the database and of the file, for people. */
  readonly from: string
  readonly file: string
}

/** Milliseconds between two lines of progress. */
const LINES = 2000

function createProgress(terminal: Terminal, verb: string): Progress {
  let last = performance.now()
  return (part, rows) => {
    if (performance.now() - last < LINES) return
    last = performance.now()
    terminal.err(`${part}: ${rows.toLocaleString('en')} ${verb} so far\n`)
  }
}

/** Whether nothing that is sealed could be opened. */
function areSecretsWrong({ tally }: Moved): boolean {
  const { new: found, moved, there, left }: Counted = tally.of('factors')
  return left.sealed !== undefined && found + moved + there === 0
}

const WRONG_SECRET =
  'The secrets are wrong: none of them opens what better-auth has sealed. Set BETTER_AUTH_SECRET, or BETTER_AUTH_SECRETS where there are ' +
  'versions, to those of the application that wrote the database, or pass --skip factors. Nothing was written.'

const WRITTEN_MEANWHILE =
  'more stays behind than was seen before, since one of the databases was written to meanwhile. Run it again once nothing writes there; ' +
  '--check says whether something is missing.'

/** Why an import cannot go on, if it cannot. */
function refusal(found: Moved, { mode, acceptLosses }: ImportRequest): string | undefined {
  if (areSecretsWrong(found)) return WRONG_SECRET
  const losses = countLosses(found.tally)
  if (mode !== 'apply' || losses === 0 || acceptLosses) return undefined
  return `${losses.toLocaleString('en')} would be left behind, as said above. Nothing was written. Mend it, or pass --accept-losses.`
}

function print(
  found: Moved,
  work: ImportWork,
  request: ImportRequest & { readonly refused?: string | undefined },
  terminal: Terminal,
): void {
  const { mode, json, refused, from, file } = request
  if (json) {
    const result = { mode, ...importJson(found, work), ...(refused && { refused }) }
    terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
  } else {
    terminal.out(`better-auth in ${from}, into the application of ${file}:\n`)
    terminal.out(importText(found, work, mode, terminal.paint))
  }
  if (refused !== undefined) {
    terminal.err(`${terminal.paint('red', 'Refused:')} ${refused}\n`)
  }
}

/** Whether something is still to be moved. */
const isIncomplete = ({ tally }: Moved): boolean => PARTS.some((part) => tally.of(part).new > 0)

/**
 * Looks at everything, and moves it where that is asked for and nothing speaks against it.
 *
 * @returns the exit code
 */
export async function runImport(
  work: ImportWork,
  request: ImportRequest,
  terminal: Terminal,
): Promise<number> {
  const found = await move(work, { writes: false, progress: createProgress(terminal, 'looked at') })
  const refused = refusal(found, request)
  if (refused !== undefined) {
    print(found, work, { ...request, refused }, terminal)
    return 3
  }
  if (request.mode === 'apply') {
    const moved = await move(work, { writes: true, progress: createProgress(terminal, 'moved') })
    print(moved, work, request, terminal)
    if (countLosses(moved.tally) <= countLosses(found.tally)) return 0
    terminal.err(`${terminal.paint('yellow', 'Not all of it:')} ${WRITTEN_MEANWHILE}\n`)
    return 2
  }
  print(found, work, request, terminal)
  return isIncomplete(found) ? 2 : 0
}

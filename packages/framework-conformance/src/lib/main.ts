import { resolve } from 'node:path'
import { readArguments, UsageError, type Request } from './arguments.ts'
import { FEATURES } from './features.ts'
import { runRows } from './run-rows.ts'
import type { Host, Outcome, Program } from './types.ts'

const HELP = `Tries a server with the rules that every framework package of Latchstring keeps.

Usage: latchstring-framework-conformance [options] 'COMMAND'

COMMAND starts the server, which listens at 127.0.0.1 on the port of the variable PORT.

Options:
  --cwd FOLDER         working directory of the command
  --features NAME,…    optional features of the server
  --data SUFFIX        suffix of the path of a page for its data, such as /__data.json
  --direct PATH        another path that shows the content of /members; can be repeated
  --rows ID,…          runs only these rules
  -h, --help           prints this

Features:
${Object.entries(FEATURES)
  .map(([name, text]) => `  ${name.padEnd(13)}${text}`)
  .join('\n')}
`

const SIGNS = { green: '✓', red: '✗', variance: '~', 'not for it': '·' } as const

/** A stream for text. */
export interface ProcessEnvironment {
  readonly folder: string
  readonly print: (line: string) => void
}

/** Runs the command in a shell with `exec`, so that signals reach the server. */
function toProgram({ command, folder }: Request, from: string): Program {
  const args = ['-c', `exec env ${command}`]
  return { program: '/bin/sh', args, folder: resolve(from, folder), env: () => ({}) }
}

function toHost({ features, data, direct }: Request): Host {
  return {
    features,
    variances: [],
    ...(data !== undefined && { data: (path: string) => path + data }),
    direct: direct.map((path) => ({ path })),
  }
}

function report(
  { rows }: Request,
  outcomes: readonly Outcome[],
  print: ProcessEnvironment['print'],
): boolean {
  for (const { row, kind, text } of outcomes) {
    const name = rows.find(({ id }) => id === row)?.name ?? ''
    print(`${SIGNS[kind]} ${row.padEnd(4)}${name}`)
    if (kind === 'red') print(`       ${text?.slice(0, 1500).replaceAll('\n', '\n       ') ?? ''}`)
  }
  const count = (kind: Outcome['kind']): number =>
    outcomes.filter((outcome) => outcome.kind === kind).length
  print(
    `\n${count('green')} of ${rows.length} rules hold, ${count('red')} do not. Not tried: ${count('not for it')}.`,
  )
  return count('red') === 0
}

/**
 * Runs the program.
 *
 * @param argv - arguments of the command line
 * @returns the exit code: 0 if every rule holds, 1 if one does not, 2 if the command line is wrong
 */
export async function main(
  argv: readonly string[],
  { folder, print }: ProcessEnvironment,
): Promise<number> {
  try {
    const request = readArguments(argv)
    if (request === undefined) {
      print(HELP)
      return 0
    }
    const outcomes = await runRows(toHost(request), request.rows, toProgram(request, folder))
    return report(request, outcomes, print) ? 0 : 1
  } catch (error) {
    if (!(error instanceof Error)) throw error
    print(error.message)
    if (!(error instanceof UsageError)) return 1
    print('Run it with --help for a list of options.')
    return 2
  }
}

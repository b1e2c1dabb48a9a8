import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { setVariables } from './env-file.ts'
import { isEffective, writeChanges } from './file-changes.ts'
import { keepOutOfGit } from './git-ignore.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type VariablesFile, createSecret, findSecrets, readVariablesFile } from './secrets.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  write: { short: 'w', help: 'writes it as AUTH_SECRET, unless there is one' },
  rotate: { help: 'writes a new one that encrypts; the old one goes on decrypting' },
  file: {
    value: 'FILE',
    help: 'the file to write. Default: the one that the framework here reads\nand git leaves out: .env.local, or .env',
  },
  json: { help: 'writes JSON to the standard output' },
  ...COMMON_OPTIONS,
}

const HELP = `Makes a secret of 32 random bytes, and prints it or writes it into a file of variables.
Without --write or --rotate it changes nothing. A secret that is written is not printed.

Usage: latchstring secret [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done
  1  an error, or there is a secret already
  2  a wrong call

Examples:
  latchstring secret
  latchstring secret --write
  latchstring secret --rotate --file .env.production.local
`

/** @throws Error where there is a secret */
function nameFirst(place: VariablesFile): string {
  const [newest] = findSecrets(place)
  if (newest === undefined) return 'AUTH_SECRET'
  const [name, { file }] = newest
  throw new Error(
    `${name} is already set in ${file}, and was left as it is. ` +
      'To change it and keep all sessions, run: latchstring secret --rotate',
  )
}

/** @throws Error where there is nothing to rotate, or no name left */
function nameNext(place: VariablesFile): string {
  const [newest] = findSecrets(place)
  if (newest === undefined) {
    throw new Error(`There is no secret in ${place.file} yet. Run: latchstring secret --write`)
  }
  const number = Number(/^AUTH_SECRET_(\d)$/.exec(newest[0])?.[1] ?? 0)
  if (number < 3) return `AUTH_SECRET_${number + 1}`
  throw new Error(
    'AUTH_SECRET_3 is set, which is the last one. Remove AUTH_SECRET, the oldest: sessions that it made end, ' +
      'if there are any left. Then rename AUTH_SECRET_1 to AUTH_SECRET, _2 to _1 and _3 to _2, and run the command again.',
  )
}

interface Written {
  readonly variable: string
  readonly file: string
  readonly ignored: boolean
}

async function write(place: VariablesFile, variable: string): Promise<Written> {
  const { folder, file, text } = place
  const ignore = await keepOutOfGit(folder, file)
  const after = setVariables(text ?? '', { [variable]: createSecret() })
  const change = { path: file, before: text, after, secret: true as const }
  const changes = [...(ignore === undefined ? [] : [ignore]), change]
  await writeChanges(folder, changes.filter(isEffective))
  return { variable, file, ignored: ignore !== undefined }
}

function printResult({ variable, file, ignored }: Written, terminal: Terminal): void {
  terminal.out(`${terminal.paint('green', 'Written:')} ${variable} in ${file}\n`)
  if (ignored) terminal.out(`Added ${file} to .gitignore.\n`)
  if (variable === 'AUTH_SECRET') return
  terminal.out(
    `${variable} encrypts from now on; sessions made with the older secrets stay valid.\n` +
      'Set it where the application runs, too. Once `maxAge` is over (30 days by default), only the newest secret is\n' +
      'needed: give AUTH_SECRET its value, and remove the others.\n',
  )
}

function readMode(options: Arguments<keyof typeof OPTIONS>): 'print' | 'write' | 'rotate' {
  if (options.has('write') && options.has('rotate')) {
    throw new UsageError('Pass either --write or --rotate.')
  }
  if (options.has('rotate')) return 'rotate'
  if (options.has('write')) return 'write'
  if (!options.has('file')) return 'print'
  throw new UsageError('--file is for --write and --rotate. Pass one of them.')
}

/** `latchstring secret` */
export const secretCommand: Command = {
  summary: 'makes a secret, writes it, or changes it while sessions go on',
  wrongCall: 2,
  async run(argv, terminal, { env, cwd }) {
    const options = parseOptions(argv, OPTIONS)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const mode = readMode(options)
    const json = options.has('json')
    if (mode === 'print') {
      const secret = createSecret()
      terminal.out(json ? `${JSON.stringify({ secret })}\n` : `${secret}\n`)
      return 0
    }
    const place = await readVariablesFile(cwd(), env, options.value('file'))
    const written = await write(place, mode === 'write' ? nameFirst(place) : nameNext(place))
    if (json) terminal.out(`${JSON.stringify(written, undefined, 2)}\n`)
    else printResult(written, terminal)
    return 0
  },
}

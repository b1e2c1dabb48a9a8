import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { renameVariable, setVariables } from './env-file.ts'
import { closedLines, isEffective, writeChanges } from './file-changes.ts'
import { keepOutOfGit } from './git-ignore.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import {
  type VariablesFile,
  createSecret,
  findSecrets,
  readVariablesFile,
  STAGED,
} from './secrets.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  write: { short: 'w', help: 'write it as AUTH_SECRET, unless there is one' },
  rotate: {
    help: 'write a new one that encrypts; the old one goes on decrypting.\nFor one instance; several take the two steps below',
  },
  stage: { help: `step 1 of 2: write a new one as ${STAGED}, which only decrypts` },
  promote: { help: 'step 2 of 2, once every instance has it: from now on it encrypts' },
  file: {
    value: 'FILE',
    help: 'the file to write. Default: the one that the framework here reads\nand git leaves out: .env.local, or .env',
  },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Create a secret of 32 random bytes, and prints it or writes it into a file of variables.
Without an option that writes it changes nothing. A secret that is written is not printed.

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
  latchstring secret --stage --file .env.production.local
  latchstring secret --promote --file .env.production.local
`

/** @throws Error where there is a secret */
function nameFirst(place: VariablesFile): string {
  const [newest] = findSecrets(place)
  if (newest === undefined) return 'AUTH_SECRET'
  const [name, { file }] = newest
  throw new Error(
    `${name} is already set in ${file}, and was left as it is. ` +
      'To change it and keep all sessions, run: latchstring secret --rotate, or --stage where there are several instances.',
  )
}

/** The secrets that encrypt or have encrypted, the newest first. */
const findPromoted = (place: VariablesFile): ReturnType<typeof findSecrets> =>
  findSecrets(place).filter(([name]) => name !== STAGED)

/** @throws Error where there is no secret yet, or one is staged */
function nameStaged(place: VariablesFile): string {
  nameNext(place)
  const staged = place.values.get(STAGED)
  if (staged === undefined || staged.value.trim() === '') return STAGED
  throw new Error(
    `${STAGED} is already set in ${staged.file}, and was left as it is. Once every instance has it, run: ` +
      'latchstring secret --promote',
  )
}

/** @throws Error where there is nothing to rotate, or no name left */
function nameNext(place: VariablesFile): string {
  const [newest] = findPromoted(place)
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
  /** Files that only the owner may read from now on. */
  readonly closed: readonly string[]
}

/** @throws Error where none is staged in the file */
function promote(place: VariablesFile): string {
  const staged = place.values.get(STAGED)
  if (staged !== undefined && staged.value.trim() !== '' && staged.file === place.file) {
    return renameVariable(place.text ?? '', STAGED, nameNext(place))
  }
  const where = staged === undefined || staged.value.trim() === '' ? undefined : staged.file
  throw new Error(
    where === undefined
      ? `There is no ${STAGED} in ${place.file}. Run: latchstring secret --stage`
      : `${STAGED} is set in ${where}. Run: latchstring secret --promote --file ${where}`,
  )
}

/** Writes a variable, or the text that is given. */
async function write(place: VariablesFile, variable: string, given?: string): Promise<Written> {
  const { folder, file, text } = place
  const ignore = await keepOutOfGit(folder, file)
  const after = given ?? setVariables(text ?? '', { [variable]: createSecret() })
  const change = { path: file, before: text, after, secret: true as const }
  const changes = [...(ignore === undefined ? [] : [ignore]), change]
  const closed = await writeChanges(folder, changes.filter(isEffective))
  return { variable, file, ignored: ignore !== undefined, closed }
}

function printResult({ variable, file, ignored, closed }: Written, terminal: Terminal): void {
  terminal.out(`${terminal.paint('green', 'Written:')} ${variable} in ${file}\n`)
  if (ignored) terminal.out(`Added ${file} to .gitignore.\n`)
  terminal.out(closedLines(closed))
  if (variable === 'AUTH_SECRET') return
  if (variable === STAGED) {
    terminal.out(
      `It decrypts and does not encrypt yet. Set ${STAGED} where the application runs, too, and restart every instance.\n` +
        'Then run: latchstring secret --promote\n',
    )
    return
  }
  terminal.out(
    `${variable} encrypts from now on; sessions made with the older secrets stay valid.\n` +
      'Set it where the application runs, too. Once `maxAge` is over (30 days by default), only the newest secret is\n' +
      'needed: give AUTH_SECRET its value, and remove the others.\n',
  )
}

const MODES = ['write', 'rotate', 'stage', 'promote'] as const
const NAMED = '--write, --rotate, --stage and --promote'

function readMode(options: Arguments<keyof typeof OPTIONS>): 'print' | (typeof MODES)[number] {
  const [mode, another] = MODES.filter((name) => options.has(name))
  if (another !== undefined) throw new UsageError(`Pass only one of ${NAMED}.`)
  if (mode !== undefined) return mode
  if (!options.has('file')) return 'print'
  throw new UsageError(`--file is for ${NAMED}. Pass one of them.`)
}

const NAMES = { write: nameFirst, rotate: nameNext, stage: nameStaged, promote: nameNext }

/** `latchstring secret` */
export const secretCommand: Command = {
  summary: 'Create or rotate the secret',
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
    const text = mode === 'promote' ? promote(place) : undefined
    const written = await write(place, NAMES[mode](place), text)
    const { closed: _, ...result } = written
    if (json) terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
    else printResult(written, terminal)
    return 0
  },
}

import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { readOn } from './doctor/report.ts'
import { describeError } from './describe-error.ts'
import { ERROR_CODES } from './error-codes.ts'
import { type Entry, findEntries } from './explain/log.ts'
import { explainEntry } from './explain/rules.ts'
import { readTimeline, timelineLines, type TimelineStep } from './explain/timeline.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { suggest } from './suggest.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  log: { value: 'FILE', help: 'the log of the application. Default: the standard input' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Explain an error. A code, such as InvalidCheck, has a cause and a fix. A reference, such as K7QX2MPA, is on the error page
and in the log of the application: what the log says there decides what the cause is.

Usage: latchstring explain CODE
       latchstring explain REFERENCE --log FILE

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  explained
  1  the log has no such reference, or an error

Examples:
  latchstring explain InvalidCheck
  latchstring explain K7QX2MPA --log app.log
  docker logs app 2>&1 | latchstring explain K7QX2MPA
`

/** What is said about a failure. */
interface Explained {
  readonly code: string
  readonly id?: string
  readonly reference?: string
  readonly time?: string
  readonly message?: string
  readonly timeline?: readonly TimelineStep[]
  readonly cause: string
  readonly fix: string
  readonly docs: string
}

const CODES: ReadonlySet<string> = new Set(Object.keys(ERROR_CODES))

const isReference = (text: string): boolean => /^[A-Z\d]{8}$/i.test(text) && !CODES.has(text)

function explainCode(code: string): Explained {
  const known = Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined
  if (known === undefined) {
    throw new UsageError(
      `${JSON.stringify(code)} is neither a code nor a reference of eight letters and digits.${suggest(code, [...CODES])}`,
    )
  }
  return { code, cause: known.cause, fix: known.fix, docs: `docs/errors.md#${code.toLowerCase()}` }
}

function explainFound(entry: Entry, reference: string): Explained {
  const { code = 'AuthError', time, message, text } = entry
  const timeline = readTimeline(text)
  const usual = explainCode(code)
  const explanation = explainEntry(entry, usual.fix)
  return {
    code,
    reference,
    ...(time === undefined ? {} : { time }),
    ...(message === '' ? {} : { message }),
    ...(timeline.length === 0 ? {} : { timeline }),
    ...(explanation ?? { cause: usual.cause, fix: usual.fix, docs: usual.docs }),
  }
}

function explainedText(explained: Explained, { paint }: Terminal): string {
  const { code, id, reference, time, message, timeline = [], cause, fix, docs } = explained
  const head = [
    paint('bold', code),
    ...(id === undefined ? [] : [id]),
    ...(reference === undefined ? [] : [`ref ${reference}`]),
    ...(time === undefined ? [] : [time]),
  ].join(', ')
  return [
    head,
    ...(message === undefined ? [] : [`  Log: ${message}`]),
    ...timelineLines(timeline),
    `  Cause: ${cause}`,
    `  Fix: ${fix}`,
    // A code alone has been explained.
    ...(id === undefined ? [] : [paint('dim', `  ${readOn(docs)}`)]),
    '',
  ].join('\n')
}

/** @throws UsageError where the log cannot be read */
async function* readFileParts(path: string, file: string): AsyncGenerator<Uint8Array> {
  try {
    const parts: AsyncIterable<Uint8Array> = createReadStream(path)
    yield* parts
  } catch (error) {
    throw new UsageError(`--log: ${file} cannot be read: ${describeError(error)}`)
  }
}

function readLog(
  options: Arguments<keyof typeof OPTIONS>,
  { cwd, stdin }: Parameters<Command['run']>[2],
): AsyncIterable<string | Uint8Array> {
  const file = options.value('log')
  if (file !== undefined) return readFileParts(resolve(cwd(), file), file)
  if (stdin.isTTY !== true) return stdin
  throw new UsageError(
    'A reference is looked up in a log: pass --log FILE, or send it to the standard input.',
  )
}

async function explain(
  subject: string,
  options: Arguments<keyof typeof OPTIONS>,
  environment: Parameters<Command['run']>[2],
): Promise<readonly Explained[]> {
  if (!isReference(subject)) return [explainCode(subject)]
  const reference = subject.toUpperCase()
  const log = readLog(options, environment)
  const entries = await findEntries(log, reference, CODES)
  if (entries.length > 0) return entries.map((entry) => explainFound(entry, reference))
  throw new Error(
    `The log has no reference ${reference}. Look in the log of the instance that served the request, of that time; with a logger of your own, log \`error.ref\`. A line that begins with "flood" says that more was refused, without a line of its own.`,
  )
}

/** `latchstring explain` */
export const explainCommand: Command = {
  summary: 'Explain an error code or reference',
  async run(argv, terminal, environment) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS, 1)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const [subject] = options.rest
    if (subject === undefined) throw new UsageError('Pass a code or a reference.')
    const explained = await explain(subject, options, environment)
    terminal.out(
      options.has('json')
        ? `${JSON.stringify({ explained }, undefined, 2)}\n`
        : explained.map((one) => explainedText(one, terminal)).join('\n'),
    )
    return 0
  },
}

import { isRecord } from '../doctor/syntax.ts'

/** A failure as a log has it. */
export interface Entry {
  /** Everything that the log says about it, a fact in each line. */
  readonly text: string
  readonly code?: string
  readonly message: string
  readonly time?: string
}

// oxlint-disable-next-line no-control-regex -- what a terminal would obey
const CONTROL = /\u001B\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g

/** Every text in a value of JSON, with its name. */
function* leaves(value: unknown, name = ''): Generator<string> {
  if (Array.isArray(value)) for (const member of value) yield* leaves(member, name)
  else if (isRecord(value)) {
    for (const [key, member] of Object.entries(value)) yield* leaves(member, key)
  } else if (typeof value === 'string') yield `${name}: ${value}`
  else if (typeof value === 'number' || typeof value === 'boolean') yield `${name}: ${value}`
}

/** The lines of a record of JSON, also where the log has cut it. */
function readRecord(line: string): readonly string[] | undefined {
  const start = line.indexOf('{"')
  if (start === -1) return undefined
  const prefix = line.slice(0, start)
  // `details` of a failure that was written as text.
  if (prefix.includes('details:')) return undefined
  try {
    const json: unknown = JSON.parse(line.slice(start))
    return [prefix, ...leaves(json)].flatMap((text) => text.split('\n'))
  } catch {
    const plain = line
      .replaceAll(String.raw`\\n`, '\n')
      .replaceAll(String.raw`\n`, '\n')
      .replaceAll(String.raw`\"`, '"')
      .replaceAll(/[{,]"(\w+)":"?/g, '\n$1: ')
    return plain.split('\n')
  }
}

/** What follows the first line of a failure that was written as text. */
const FOLLOWS = /\b(?:fix|cause|details):|\s+at\s|^\s+\S/
const STARTS = /\[auth\]\[\w+\]/
/** Lines that a failure has at most; a stack has ten for each cause. */
const MOST_LINES = 120

interface Line {
  readonly texts: readonly string[]
  readonly record: boolean
}

const clean = (text: string): string => text.replaceAll(CONTROL, ' ')

function readLine(raw: string): Line {
  const texts = readRecord(raw)
  if (texts === undefined) return { texts: [clean(raw)], record: false }
  return { texts: texts.map(clean), record: true }
}

/** The entry that begins at a line: what is written as text goes on in the next lines. */
function collect(lines: readonly Line[], start: number): readonly string[] {
  const first = lines[start]
  if (first === undefined) return []
  const text = first.texts.join('\n')
  if (first.record && !STARTS.test(text)) return first.texts
  const rest = lines.slice(start + 1, start + MOST_LINES)
  const end = rest.findIndex(({ texts }) => {
    const joined = texts.join('\n')
    return STARTS.test(joined) || !FOLLOWS.test(joined)
  })
  return [
    ...first.texts,
    ...rest.slice(0, end === -1 ? undefined : end).flatMap(({ texts }) => texts),
  ]
}

function findCode(text: string, codes: ReadonlySet<string>): string | undefined {
  const patterns = [/\[auth\]\[\w+\] (\w+):/, /^(?:type|name): (\w+)/m, /\b([A-Z]\w+)(?=:)/]
  for (const pattern of patterns) {
    const [, found = ''] = pattern.exec(text) ?? []
    if (codes.has(found)) return found
  }
  return /\w+/g[Symbol.match](text)?.find((word) => codes.has(word) && word !== 'AuthError')
}

const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/

function readMessage(text: string): string {
  const [, plain] = /\[auth\]\[\w+\] \w+: (.*?)(?: \(ref \w{8}\))?$/m.exec(text) ?? []
  const [, named] = /^(?:message|msg): (.*)$/m.exec(text) ?? []
  return (plain ?? named ?? '').trim()
}

/**
 * The failures of a log that a reference names: usually one.
 *
 * @param log - JSON lines, or what the console shows; lines may be cut
 * @param codes - every code that a failure may have
 */
export function findEntries(
  log: string,
  reference: string,
  codes: ReadonlySet<string>,
): readonly Entry[] {
  const lines = log.split(/\r?\n/).map(readLine)
  const wanted = new RegExp(String.raw`(?<![\w-])${reference}(?![\w-])`, 'i')
  return lines.flatMap(({ texts }, index) => {
    if (!texts.some((text) => wanted.test(text))) return []
    const text = collect(lines, index).join('\n')
    const code = findCode(text, codes)
    const [time] = TIME.exec(text) ?? []
    return [
      {
        text,
        message: readMessage(text),
        ...(code === undefined ? {} : { code }),
        ...(time === undefined ? {} : { time }),
      },
    ]
  })
}

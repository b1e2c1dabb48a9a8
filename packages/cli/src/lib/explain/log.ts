import { isObject } from '../values.ts'
import { printable } from '../terminal.ts'

/** A failure as a log has it. */
export interface Entry {
  /** Everything that the log says about it, a fact in each line. */
  readonly text: string
  readonly code?: string
  readonly message: string
  readonly time?: string
}

/** Every text in a value of JSON, with its name. */
function* leaves(value: unknown, name = ''): Generator<string> {
  if (Array.isArray(value)) for (const member of value) yield* leaves(member, name)
  else if (isObject(value)) {
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
const FOLLOWS = /\b(?:fix|cause|details|trace):|\s+at\s|^\s+\S/
const STARTS = /\[auth\]\[\w+\]/
/** Lines that a failure has at most; a stack has ten for each cause. */
const MAX_LINES = 120

interface Line {
  readonly texts: readonly string[]
  readonly record: boolean
  /** It has the reference. */
  readonly wanted: boolean
}

/** Characters of a line of the log; the rest of a longer one is not read. */
const MAX_LINE_CHARACTERS = 1 << 20
/** Characters of a fact: longer than what people read, and short enough for every rule. */
const MAX_FACT_CHARACTERS = 4000
/** Characters of everything that is known of a failure. */
const MAX_ENTRY_CHARACTERS = 32_000
/** Failures with one reference, of which the last are kept. */
const MAX_ENTRIES = 20

const clean = (text: string): string => printable(text.slice(0, MAX_FACT_CHARACTERS))

function readLine(raw: string, reference: RegExp): Line {
  const record = readRecord(raw)
  const texts = record ?? [raw]
  return {
    texts: texts.map(clean),
    record: record !== undefined,
    // Before a long text is cut.
    wanted: texts.some((text) => reference.test(text)),
  }
}

/**
 * The lines of a log, however long it is.
 *
 * @param chunks - its text or its bytes, in parts
 */
async function* readLines(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield rest + text.slice(from, Math.min(end, from + MAX_LINE_CHARACTERS))
      rest = ''
      from = end + 1
    }
    if (rest.length < MAX_LINE_CHARACTERS) rest += text.slice(from, from + MAX_LINE_CHARACTERS)
  }
  yield rest
}

/** What is known of a failure so far: what is written as text goes on in the next lines. */
class Collected {
  readonly #texts: string[]
  #open: boolean
  #lines = 1

  constructor({ texts, record }: Line) {
    this.#texts = [...texts]
    this.#open = !record || STARTS.test(texts.join('\n'))
  }

  get open(): boolean {
    return this.#open
  }

  /** Takes the next line, if it belongs to the failure. */
  add({ texts }: Line): void {
    const text = texts.join('\n')
    this.#lines += 1
    this.#open &&= this.#lines <= MAX_LINES && FOLLOWS.test(text) && !STARTS.test(text)
    if (this.#open) this.#texts.push(...texts)
  }

  text(): string {
    return this.#texts.join('\n').slice(0, MAX_ENTRY_CHARACTERS)
  }
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
  const [, plain] =
    /\[auth\]\[\w+\] \w+: (.*?)(?: \(ref \w{8}\)(?: trace: .*)?)?$/m.exec(text) ?? []
  const [, named] = /^(?:message|msg): (.*)$/m.exec(text) ?? []
  return (plain ?? named ?? '').trim()
}

function readEntry(text: string, codes: ReadonlySet<string>): Entry {
  const code = findCode(text, codes)
  const [time] = TIME.exec(text) ?? []
  return {
    text,
    message: readMessage(text),
    ...(code === undefined ? {} : { code }),
    ...(time === undefined ? {} : { time }),
  }
}

/**
 * The failures of a log that a reference names: usually one, and the last where they are many.
 *
 * @param log - JSON lines, or what the console shows, in parts; lines may be cut
 * @param codes - every code that a failure may have
 */
export async function findEntries(
  log: AsyncIterable<string | Uint8Array>,
  reference: string,
  codes: ReadonlySet<string>,
): Promise<readonly Entry[]> {
  const near = new RegExp(reference, 'i')
  const wanted = new RegExp(String.raw`(?<![\w-])${reference}(?![\w-])`, 'i')
  const found: Collected[] = []
  for await (const ended of readLines(log)) {
    const raw = ended.replace(/\r$/, '')
    const open = found.filter((one) => one.open)
    const named = near.test(raw)
    if (!named && open.length === 0) continue
    const line = readLine(raw, wanted)
    for (const one of open) one.add(line)
    if (!line.wanted) continue
    found.push(new Collected(line))
    if (found.length > MAX_ENTRIES) found.shift()
  }
  return found.map((one) => readEntry(one.text(), codes))
}

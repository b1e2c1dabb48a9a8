import { setTimeout as wait } from 'node:timers/promises'
import { type Entry, findEntries } from '../explain/log.ts'
import { ERROR_CODES } from '../error-codes.ts'

const CODES: ReadonlySet<string> = new Set(Object.keys(ERROR_CODES))

/** Characters of the output that are kept: those of a flow, however much the application writes. */
const KEPT = 1 << 20
/** Lines of output in a finding about an application that does not start. */
const LAST_LINES = 8
/** How long a line may take from the application to this program. */
const DELIVERY_MS = 200

// oxlint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001B\[[\d;]*[A-Za-z]/g

/** References in lines of the built-in logger, and in records of JSON. */
const REFERENCES = /\(ref ([A-Z\d]{8})\)|"ref":\s*"([A-Z\d]{8})"/g

/** An origin of this machine, as servers print theirs. */
const ORIGIN = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?/g

/** What the application has written to its standard output and standard error. */
export class ApplicationLog {
  #text = ''
  /** Characters that are no longer kept. */
  #dropped = 0

  append(chunk: string): void {
    const text = this.#text + chunk.replaceAll(COLOURS, '')
    const surplus = Math.max(0, text.length - KEPT)
    this.#text = text.slice(surplus)
    this.#dropped += surplus
  }

  /** The end of what is written so far, for {@link since}. */
  position(): number {
    return this.#dropped + this.#text.length
  }

  since(position: number): string {
    return this.#text.slice(Math.max(0, position - this.#dropped))
  }

  lastLines(): string {
    const lines = this.#text.split('\n').filter((line) => line.trim() !== '')
    return lines.slice(-LAST_LINES).join('\n')
  }

  /** Origins of this machine that the application has printed, the newest first. */
  origins(): readonly string[] {
    return [...new Set(this.#text.match(ORIGIN) ?? [])].toReversed()
  }

  /** References of the failures that were logged since a position, in order. */
  references(position: number): readonly string[] {
    const found = [...this.since(position).matchAll(REFERENCES)]
    return [...new Set(found.map(([, plain, json]) => plain ?? json ?? ''))]
  }

  /** Waits for lines that were written before a response that has arrived. */
  async settle(): Promise<void> {
    await wait(DELIVERY_MS)
  }

  /** References that were logged since a position, waiting for one that is still to arrive. */
  async awaitReferences(position: number): Promise<readonly string[]> {
    for (let waits = 0; waits < 5 && this.references(position).length === 0; waits += 1) {
      await this.settle()
    }
    // The lines that follow the reference.
    await this.settle()
    return this.references(position)
  }

  /** What is logged of a failure. */
  async find(reference: string, position: number): Promise<Entry | undefined> {
    const [entry] = await findEntries(chunks(this.since(position)), reference, CODES)
    return entry
  }
}

async function* chunks(text: string): AsyncGenerator<string> {
  yield text
}

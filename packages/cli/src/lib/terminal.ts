import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

/** Streams, variables and folder of a program; `process` is one. */
export interface ProcessEnvironment {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  cwd(): string
}

/** How a word is shown where colours are. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

/** Marks a word. */
export type Paint = (style: Style, text: string) => string

/** Where a command writes, without secrets. */
export interface Terminal {
  /** Writes to the standard output. */
  out(text: string): void
  /** Writes to the standard error. */
  err(text: string): void
  readonly paint: Paint
  /** Whether questions can be answered. */
  readonly interactive: boolean
  /** Asks a question to be answered by a line, without spaces around it. */
  ask(question: string): Promise<string>
  /** Asks a question to be answered by yes or no. */
  confirm(question: string): Promise<boolean>
  /** Removes texts from everything that is written from now on. */
  hide(secrets: readonly string[]): void
}

/** Control characters, which a terminal would execute. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex -- see above
  /\u001B\[[\d;]*[A-Za-z]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g

/** A text without control characters; lines stay. */
export const printable = (text: string): string => text.replaceAll(CONTROL, ' ')

/** What `paint` writes, and on the standard error a line of progress, too. */
const PAINTED = /^\[(?:0|1|2|31|32|33)m$/
const PROGRESS = /^(?:\r|.?\[K)$/

/** A text as a terminal may get it, without other sequences: much of it comes from files. */
const safe = (text: string, isAllowed: (found: string) => boolean): string =>
  text.replaceAll(CONTROL, (found) => (isAllowed(found) ? found : ' '))

const isColour = (found: string): boolean => PAINTED.test(found.slice(1))

/** What is shown in place of a secret. */
const HIDDEN = '***'

/** Talks through the streams of a process. */
export function createTerminal({ stdin, stdout, stderr, env }: ProcessEnvironment): Terminal {
  const hidden = new Set<string>()
  const colours = stdout.isTTY === true && (env['NO_COLOR'] ?? '') === ''
  const clean = (text: string): string =>
    [...hidden]
      .toSorted((one, other) => other.length - one.length)
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  const ask = async (question: string): Promise<string> => {
    const lines = createInterface({ input: stdin, output: stderr })
    try {
      return (await lines.question(question)).trim()
    } finally {
      lines.close()
    }
  }
  return {
    out: (text) => void stdout.write(safe(clean(text), (found) => colours && isColour(found))),
    err: (text) =>
      void stderr.write(safe(clean(text), (found) => isColour(found) || PROGRESS.test(found))),
    paint: (style, text) => (colours ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text),
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    ask,
    confirm: async (question) => /^y(?:es)?$/i.test(await ask(question)),
    hide(secrets) {
      for (const secret of secrets.filter((text) => text !== '')) {
        hidden.add(secret)
        // As it is in JSON.
        hidden.add(JSON.stringify(secret).slice(1, -1))
        // As it is in a line of a finding.
        hidden.add(printable(secret).replaceAll('\n', ' '))
      }
    },
  }
}

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
  return {
    out: (text) => void stdout.write(clean(text)),
    err: (text) => void stderr.write(clean(text)),
    paint: (style, text) => (colours ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text),
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    async confirm(question) {
      const lines = createInterface({ input: stdin, output: stderr })
      try {
        return /^y(?:es)?$/i.test((await lines.question(question)).trim())
      } finally {
        lines.close()
      }
    },
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

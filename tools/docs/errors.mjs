/**
 * Writes docs/errors.md from the table of errors: `node tools/docs/errors.mjs`, or with `--check` compares it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createViteServer } from 'vitest/node'
import { generate } from '../generate/all.mjs'
import { readErrorCodes } from '../generate/errors.mjs'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'

const ERRORS = join(root, 'packages/core/src/lib/errors')
const PAGE = join(root, 'docs/errors.md')

/** @typedef {import('../../packages/core/src/lib/errors/row.ts').ErrorRow} ErrorRow */
/** @typedef {readonly [type: string, row: ErrorRow]} Entry */

const SECTIONS = /** @type {const} */ ([
  {
    title: 'The configuration cannot work',
    text: 'Found at the first request, when a feature is first used, or when code of the application fails. The browser goes to the error page with `error=Configuration`; data actions answer with status 500, and `auth()` gives `null`. An `EventError` is logged, and changes nothing else.',
    has: (/** @type {ErrorRow} */ { page, param }) => page === 'error' && param === 'Configuration',
  },
  {
    title: 'A sign-in failed',
    text: 'The browser goes to the sign-in page, where the person can try again.',
    has: (/** @type {ErrorRow} */ { page }) => page === 'signIn',
  },
  {
    title: 'A sign-in was refused',
    text: 'The browser goes to the error page.',
    has: (/** @type {ErrorRow} */ { page, param }) => page === 'error' && param !== 'Configuration',
  },
  {
    title: 'The request is answered in place',
    text: 'The response has the status: browsers get it with a page, all other clients with JSON.',
    has: (/** @type {ErrorRow} */ { page }) => page === 'problem',
  },
])

const INTRODUCTION = `<!-- Written by tools/docs/errors.mjs from the table of errors: change that, and run it. -->

# Errors

Every failure has a code. The same code is the \`type\` of the error that is thrown or logged, the first word of its line in
the log, and \`error\` in a JSON answer, except where this page says that strangers learn only \`Configuration\`.

A log line says what happened, a reference, and what to do about it:

\`\`\`text
[auth][error] UntrustedHost: The request's host is not trusted. Set AUTH_URL=https://your-host, … (ref K7QX2MPA)
  fix: Set AUTH_URL to the address people use.
\`\`\`

- **A sign-in** sends the browser to the sign-in page or to the error page, with the value named below in the \`error\`
  parameter and the reference in \`ref\`. It learns no more than that. Pages of your own (\`pages.signIn\`, \`pages.error\`)
  get the same parameters. A script that sends \`X-Auth-Return-Redirect\` gets that address as \`{ "url" }\`.
- **The actions that give data** (\`session\`, \`csrf\`, \`providers\`) answer \`{ "error", "message", "ref" }\` with the status
  named below. Errors of the configuration are all \`Configuration\` there.
- **Code on the server**: \`signIn()\` and \`signOut()\` of a framework package throw the error; \`auth()\` and
  \`unstable_update()\` log it and give \`null\`.

\`\`\`ts
import { AuthError, CredentialsSignin } from '@latchstring/core/errors'

export function explain(error: unknown): string {
  if (error instanceof CredentialsSignin) return \`Wrong user name or password (\${error.code}).\`
  if (error instanceof AuthError) return \`\${error.type}: \${error.message} \${error.fix}\`
  throw error
}
\`\`\`
`

/** @type {() => Promise<ReadonlyMap<string, string>>} the sentence above each row */
async function readCauses() {
  const codes = await readErrorCodes()
  return new Map(
    codes.map(({ name, doc }) => {
      const text = doc.slice('/**'.length, -'*/'.length).replaceAll(/^ *\*/gm, '')
      return [name, text.replaceAll(/\s+/g, ' ').trim()]
    }),
  )
}

/** @type {() => Promise<readonly Entry[]>} */
async function readTable() {
  const server = await createViteServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    const module = /** @type {typeof import('../../packages/core/src/lib/errors/table.ts')} */ (
      await server.ssrLoadModule(join(ERRORS, 'table.ts'))
    )
    return Object.entries(module.ERRORS).toSorted(([a], [b]) => (a < b ? -1 : 1))
  } finally {
    await server.close()
  }
}

/** @type {(row: ErrorRow) => string} */
function outcome({ page, param, status }) {
  if (page === 'problem') return `Status ${status}.`
  const name = page === 'signIn' ? 'Sign-in page' : 'Error page'
  return `${name} with \`error=${param}\`; status ${status}.`
}

/** @type {(entry: Entry, causes: ReadonlyMap<string, string>) => string} */
function describe([type, row], causes) {
  const cause = causes.get(type) ?? ''
  const isConfiguration = row.page === 'error' && row.param === 'Configuration'
  const seen = isConfiguration ? [] : [`${outcome(row)} Message: “${row.message}”`]
  const parent = row.extends ? [`It is a \`${row.extends}\`.`] : []
  return [`### ${type}`, [cause, ...parent].join(' '), ...seen, `**Fix:** ${row.fix}`].join('\n\n')
}

/** @type {(entries: readonly Entry[], causes: ReadonlyMap<string, string>) => string} */
function render(entries, causes) {
  const sections = SECTIONS.map(({ title, text, has }) => {
    const own = entries.filter(([, row]) => has(row))
    return [`## ${title}`, text, ...own.map((entry) => describe(entry, causes))].join('\n\n')
  })
  return `${[INTRODUCTION.trimEnd(), ...sections].join('\n\n')}\n`
}

/** @type {() => Promise<number>} */
async function main() {
  // The table names its codes with the union of them, and a code that was added has its class after this, too.
  await generate()
  const entries = await readTable()
  const text = render(entries, await readCauses())
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, text)
    console.log(`docs/errors.md: ${entries.length} errors`)
    return 0
  }
  if (readFileSync(PAGE, 'utf8') === text) return 0
  throw new Failure('docs/errors.md is out of date. Run: node tools/docs/errors.mjs')
}

await runMain(main)

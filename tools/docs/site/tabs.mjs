/**
 * Examples in the variants that a reader may choose: a configuration for each framework, and commands for each package manager. On the
 * site they are tabs; the Markdown has the first of them.
 */

/**
 * @typedef {object} Framework whose configuration differs from that of Next.js by its imports and its export alone
 * @property {string} title of its tab
 * @property {string} file
 * @property {string} imports what takes the place of `import Latchstring from '@latchstring/next'`
 * @property {string} exports what takes the place of `export const { … } = Latchstring(`
 * @property {boolean} [isRun] whether Node.js runs the file as it is, and therefore wants whole names of other files
 */

/** @type {(title: string, name: string) => Framework} */
const server = (title, name) => ({
  title,
  file: 'auth.ts',
  imports: `import Latchstring from '@latchstring/${name}'`,
  exports: 'export const latchstring = Latchstring(',
  isRun: true,
})

/** @type {(title: string, name: string, file: string, names: string) => Framework} */
const destructured = (title, name, file, names) => ({
  title,
  file,
  imports: `import Latchstring from '@latchstring/${name}'`,
  exports: `export const { ${names} } = Latchstring(`,
})

/** @type {readonly Framework[]} */
const FRAMEWORKS = [
  destructured('SvelteKit', 'sveltekit', 'src/auth.ts', 'handle, auth, signIn, signOut'),
  {
    title: 'Nuxt',
    file: 'server/latchstring.ts',
    imports: "import Latchstring from '@latchstring/nuxt/server'",
    exports: 'export default Latchstring(',
  },
  server('Hono', 'hono'),
  server('Express', 'express'),
  server('Fastify', 'fastify'),
  {
    title: 'Astro',
    file: 'src/auth.ts',
    imports: "import { defineAuth } from '@latchstring/astro/server'",
    exports: 'export default defineAuth(',
  },
  destructured(
    'React Router',
    'react-router',
    'app/auth.server.ts',
    'middleware, auth, signIn, signOut, loader, action',
  ),
  destructured(
    'TanStack Start',
    'tanstack-start',
    'src/auth.server.ts',
    'middleware, auth, signIn, signOut',
  ),
  destructured('SolidStart', 'solid-start', 'src/auth.ts', 'middleware, auth, signIn, signOut'),
  { ...server('Qwik', 'qwik'), file: 'src/auth.ts', isRun: false },
  server('Koa', 'koa'),
  server('h3', 'h3'),
  server('Elysia', 'elysia'),
  server('Node.js', 'node'),
]

/** Where names are that `@latchstring/next` exports beside the configuration. */
const ELSEWHERE = new Map([
  ['CredentialsSignin', '@latchstring/core/errors'],
  ['paths', '@latchstring/core'],
])

const IMPORT = /^import Latchstring(?:, \{ ([\w, ]+) \})? from '@latchstring\/next'$/m
const EXPORT = /^export const \{[\w\s,]+\} = Latchstring\($/m
const EXPORT_WITH_OPTIONS = /^export const \{[\w\s,]+\} = Latchstring\(/m
/** What other frameworks do not have. */
const NEXT_ALONE = /from 'next|nextUrl|NextRequest/
/** The end of the name of another file that has no extension. */
const FILE_NAME = /(?<= from '\.{1,2}\/[^']*)(?<!\.(?:[cm]?[jt]sx?|json))(?=')/g

/**
 * The same configuration in another framework.
 *
 * @param {string} code of a file `auth.ts` for Next.js
 * @param {Framework} framework
 * @returns {string | undefined} nothing where more than imports and export differs
 */
function inFramework(code, { file, imports, exports, isRun = false }) {
  const [whole, named = ''] = IMPORT.exec(code) ?? []
  const pattern = EXPORT.test(code) ? EXPORT : EXPORT_WITH_OPTIONS
  if (whole === undefined || !pattern.test(code) || NEXT_ALONE.test(code)) return undefined
  const names = named.split(', ').filter((name) => name !== '')
  if (!names.every((name) => ELSEWHERE.has(name))) return undefined
  const others = names.map((name) => `import { ${name} } from '${ELSEWHERE.get(name)}'`)
  return code
    .replace(/^\/\/ auth\.ts$/m, `// ${file}`)
    .replace(whole, [imports, ...others].join('\n'))
    .replaceAll("'@latchstring/next/", "'@latchstring/core/")
    .replaceAll("declare module '@latchstring/next'", "declare module '@latchstring/core/types'")
    .replace(pattern, exports)
    .replaceAll(FILE_NAME, isRun ? '.ts' : '')
}

/** The first line of a file, which is not one of Next.js alone. */
const OTHER_FILE = /^\/\/ (?!app\/|pages\/|proxy\.)[\w./-]+\.ts\n/
/** What is of the framework, or of its configuration. */
const OF_FRAMEWORK =
  /from '(?:@latchstring\/next|next|react)\b|from '\.{1,2}\/(?:[^']*\/)?auth(?:\.config)?'/

/**
 * A file beside the configuration, which differs in the names of other files alone.
 *
 * @param {string} code
 * @returns {readonly Tab[]} nothing where it is the same in all frameworks
 */
function besideConfiguration(code) {
  const whole = code.replaceAll(FILE_NAME, '.ts')
  if (whole === code || !OTHER_FILE.test(code) || OF_FRAMEWORK.test(code)) return []
  return FRAMEWORKS.map(({ title, isRun = false }) => ({ title, code: isRun ? whole : code }))
}

/** @type {readonly (readonly [title: string, page: string])[]} */
const QUICK_STARTS = [
  ['SvelteKit', 'sveltekit'],
  ['Nuxt', 'nuxt'],
  ['Hono', 'hono'],
  ['Express', 'express'],
  ['Fastify', 'fastify'],
  ['Astro', 'astro'],
  ['React Router', 'react-router'],
  ['TanStack Start', 'tanstack-start'],
  ['SolidStart', 'solid-start'],
  ['Qwik', 'qwik'],
  ['Koa', 'koa'],
  ['h3', 'h3'],
  ['Elysia', 'elysia'],
  ['NestJS', 'nestjs'],
  ['Remix', 'remix'],
  ['Node.js', 'node'],
]

/** @type {readonly (readonly [title: string, commands: readonly (readonly [RegExp, string])[]])[]} */
const MANAGERS = [
  ['npm', []],
  [
    'pnpm',
    [
      [/^npm install --save-dev /, 'pnpm add -D '],
      [/^npm install /, 'pnpm add '],
      [/^npm create /, 'pnpm create '],
      [/^npx /, 'pnpm dlx '],
    ],
  ],
  [
    'Yarn',
    [
      [/^npm install --save-dev /, 'yarn add -D '],
      [/^npm install /, 'yarn add '],
      [/^npm create /, 'yarn create '],
      [/^npx /, 'yarn dlx '],
    ],
  ],
  [
    'Bun',
    [
      [/^npm install --save-dev /, 'bun add -d '],
      [/^npm install /, 'bun add '],
      [/^npm create /, 'bun create '],
      [/^npx /, 'bunx '],
    ],
  ],
]

/** Commands that every package manager has, of an application; `npm run` is that of this repository. */
const COMMANDS = /^(?:npm install (?!-)|npm install --save-dev |npm create |npx )/m
/** An option after `--` is handed on by npm alone. */
const NPM_ALONE = /^npm run |^npm (?:test|ci)\b| -- /m

/** @type {(code: string, commands: readonly (readonly [RegExp, string])[]) => string} */
const translate = (code, commands) =>
  code
    .split('\n')
    .map((line) => {
      const found = commands.find(([pattern]) => pattern.test(line))
      return found === undefined ? line : line.replace(...found)
    })
    .join('\n')

/** @typedef {{ readonly title: string, readonly code: string }} Tab */

/** Pages about one framework, in which the others have no tab. */
const ONE_FRAMEWORK =
  /(?:^|\/)(?:README|getting-started-|moving-from-|framework-|docker|vercel|(?:react|solid|svelte|vue)-client)/

/**
 * The configuration of an example in other frameworks, or a file beside it.
 *
 * @param {string} source file of the page
 * @param {string} code
 * @returns {readonly Tab[]}
 */
export function frameworkTabs(source, code) {
  if (ONE_FRAMEWORK.test(source)) return []
  if (!code.startsWith('// auth.ts\n')) return besideConfiguration(code)
  return FRAMEWORKS.flatMap((framework) => {
    const other = inFramework(code, framework)
    return other === undefined ? [] : [{ title: framework.title, code: other }]
  })
}

/** @type {(source: string, language: string, code: string) => readonly Tab[]} */
function tabsOf(source, language, code) {
  if (/^(?:sh|bash)$/.test(language) && COMMANDS.test(code) && !NPM_ALONE.test(code))
    return MANAGERS.map(([title, commands]) => ({ title, code: translate(code, commands) }))
  const others = language === 'ts' ? frameworkTabs(source, code) : []
  return others.length === 0 ? [] : [{ title: 'Next.js', code }, ...others]
}

const FENCE = /^```(\w+)\n([^]*?)\n```$/gm

/** Stands below the first configuration in tabs. */
const note = `
::: tip
What follows for pages and actions is in the words of Next.js. The page of your framework shows how its own read a session and sign in:
${QUICK_STARTS.map(([title, page]) => `[${title}](../start/${page}.md)`).join(', ')}.
:::
`

/**
 * Shows examples in all their variants.
 *
 * @param {string} source file of the page
 * @param {string} body Markdown
 * @returns {string} with groups of code in the form of VitePress
 */
export function withTabs(source, body) {
  let isNoted = false
  /** @type {(isFramework: boolean) => string} */
  const noteOnce = (isFramework) => {
    const isFirst = isFramework && !isNoted
    isNoted ||= isFramework
    return isFirst ? note : ''
  }
  return body.replaceAll(
    FENCE,
    (/** @type {string} */ whole, /** @type {string} */ language, /** @type {string} */ code) => {
      const tabs = tabsOf(source, language, code)
      if (tabs.length === 0) return whole
      const blocks = tabs.map((tab) => `\`\`\`${language} [${tab.title}]\n${tab.code}\n\`\`\``)
      return `::: code-group\n\n${blocks.join('\n\n')}\n\n:::\n${noteOnce(code.startsWith('// auth.ts\n'))}`
    },
  )
}

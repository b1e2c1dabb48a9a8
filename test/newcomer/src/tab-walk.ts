import { basename, join, posix } from 'node:path'
import { root } from '../../../tools/root.mjs'
import { editFile, writeFile } from './guide-files.ts'
import { atPort, findCommands, folderOf, run, serveBuilt, type Walk } from './guide-walk.ts'
import { exportsOf, folderOfVariant, packagesOf, type Variant, variantsOf } from './tab-files.ts'
import { type TabKind, TABS } from './tab-table.ts'

/** What the configurations ask the environment for. */
const VARIABLES: Readonly<Record<string, string>> = {
  AUTH_GOOGLE_ID: 'id',
  AUTH_GOOGLE_SECRET: 'secret',
  AUTH_KEYCLOAK_ID: 'id',
  AUTH_KEYCLOAK_SECRET: 'secret',
  AUTH_KEYCLOAK_ISSUER: 'https://id.example.com/realms/example',
  DATABASE_URL: 'postgres://localhost/app',
  SMTP_URL: 'smtp://localhost:2525',
}

const DRIZZLE = 'npx @latchstring/cli schema --dialect postgres --format drizzle'

const TYPES = 'tsconfig.variants.json'

/** Checks the types of the configurations, and of what they import, as the framework resolves modules. */
async function checkTypes(walk: Walk, { started }: TabKind, variants: readonly Variant[]) {
  const modules =
    started === undefined
      ? { module: 'Preserve', moduleResolution: 'Bundler' }
      : { module: 'NodeNext', erasableSyntaxOnly: true, verbatimModuleSyntax: true }
  const compilerOptions = {
    ...modules,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: 'ES2022',
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  }
  const files = variants.map((variant) =>
    posix.join(folderOfVariant(variant), basename(variant.path)),
  )
  const folder = folderOf(walk)
  writeFile(folder, TYPES, JSON.stringify({ compilerOptions, files }))
  await run(walk, `node ${join(root, 'node_modules/typescript/bin/tsc')} -p ${TYPES}`, folder)
}

/** The names that all configurations export, as an expression and as its value. */
function describe(
  path: string,
  variants: readonly Variant[],
): Readonly<Record<'imports' | 'expression' | 'value', string>> {
  const from = posix.dirname(path)
  const imports = variants.map((variant, index) => {
    const name = basename(variant.path, '.ts')
    const file = posix.relative(from, posix.join(folderOfVariant(variant), name))
    return `import * as tab${index} from '${file.startsWith('.') ? file : `./${file}`}'\n`
  })
  const names = variants.map(({ page }, index) => `${page}: \${Object.keys(tab${index}).sort()}`)
  const values = variants.map(({ page, code }) => `${page}: ${exportsOf(code).join()}`)
  return {
    imports: imports.join(''),
    expression: `\`${names.join('; ')}\``,
    value: values.join('; '),
  }
}

async function expectText(url: string, text: string): Promise<void> {
  const response = await fetch(url)
  const said = await response.text()
  if (!said.includes(text)) {
    throw new Error(`${url} (HTTP ${response.status}) does not say "${text}":\n${said}`)
  }
}

/** Builds the application with a module that loads all configurations, starts it, and asks that module for what they export. */
async function load(walk: Walk, { loaded }: TabKind, variants: readonly Variant[]): Promise<void> {
  if (loaded === undefined) return
  const { path, url, code, edit } = loaded
  const folder = folderOf(walk)
  const { imports, expression, value } = describe(path, variants)
  writeFile(folder, path, `${imports}\n${code(expression)}`)
  if (edit !== undefined) editFile(folder, edit[0], [[edit[1], edit[2]]])
  const { before, start } = findCommands(walk)
  for (const command of before) await run(walk, command, folder)
  await serveBuilt(walk, { command: start, own: VARIABLES }, async (origin) =>
    expectText(`${origin}${url}`, value),
  )
}

/** Starts the server with each configuration, and asks it for the providers. */
async function startEach(
  walk: Walk,
  { started }: TabKind,
  variants: readonly Variant[],
): Promise<void> {
  if (started === undefined) return
  for (const variant of variants) {
    const folder = folderOfVariant(variant)
    for (const name of started.files) {
      const code = walk.guide.files.findLast(({ path }) => path === name)?.code
      if (code === undefined) throw new Error(`The guide has no ${name}.`)
      writeFile(folderOf(walk), posix.join(folder, name), atPort(walk, code))
    }
    const command = `node --env-file=.env ${posix.join(folder, started.files.at(-1) ?? '')}`
    await serveBuilt(walk, { command, own: VARIABLES }, async (origin) =>
      expectText(`${origin}/auth/providers`, '"signinUrl":'),
    )
  }
}

/**
 * Puts the configurations that other pages show in the tab of a framework into the application of its guide, with the packages
 * that these pages install, checks their types, and builds or starts the application with them.
 *
 * @returns how many there are
 */
export async function buildTabs(walk: Walk): Promise<number> {
  const kind = TABS[walk.kind.id]
  if (kind === undefined) throw new Error(`${walk.kind.id} has no tabs.`)
  const variants = variantsOf(kind.title)
  const folder = folderOf(walk)
  await run(walk, `npm install ${packagesOf(variants).join(' ')}`, folder)
  for (const variant of variants) {
    const place = folderOfVariant(variant)
    writeFile(folder, posix.join(place, basename(variant.path)), variant.code)
    for (const { path, code } of variant.beside) writeFile(folder, posix.join(place, path), code)
    // The page has it written by the command.
    if (variant.page === 'storage-drizzle')
      await run(walk, `${DRIZZLE} > ${place}/auth-schema.ts`, folder)
  }
  await checkTypes(walk, kind, variants)
  await load(walk, kind, variants)
  await startEach(walk, kind, variants)
  return variants.length
}

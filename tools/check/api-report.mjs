/**
 * Writes what every published package exports into `<package>/etc/<name>.api.md`, with a heading for each entry point, so
 * that a change of the public interface is a visible line in a review.
 *
 * `node tools/check/api-report.mjs` writes the reports; with `--check` it only compares.
 * Names of packages (`testing`) leave the others out.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor'
import { COMPILER_OPTIONS, entryPoints, publishedPackages } from '../release/packages.mjs'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'

/** @typedef {import('../release/packages.mjs').Package} Package */
/** @typedef {{ readonly name: string, readonly types: string }} Entry `name` is what a program imports */

/**
 * Entry points that are alike and many: modules of the catalogue are data of one type, and a provider is what its
 * module says; test/types/consumer/provider-*.ts pins what applications import and pass.
 */
const OF_ONE_SHAPE = /^\.\/(?:services|providers)\//

const check = process.argv.includes('--check')
const quiet = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false }

/** @type {(pkg: Package) => readonly Entry[]} */
const listEntries = (pkg) =>
  // check-packages reports entry points that have no file.
  entryPoints(pkg)
    .filter(({ entry, types }) => existsSync(types) && !OF_ONE_SHAPE.test(entry))
    .map(({ entry, types }) => ({ name: `${pkg.manifest.name}${entry.slice(1)}`, types }))

/** Where the extractor writes the report of one entry point. @type {(pkg: Package) => string} */
const scratch = ({ folder }) => join(folder, 'node_modules/.cache/api-report')

/** @type {(pkg: Package, entry: Entry) => ExtractorConfig} */
const configure = (pkg, { name, types }) =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(pkg.folder, 'package.json'),
    configObject: {
      projectFolder: pkg.folder,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            ...COMPILER_OPTIONS,
            skipLibCheck: true,
          },
          include: ['dist'],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name.slice(1).replaceAll('/', '.')}.api.md`,
        reportFolder: scratch(pkg),
        reportTempFolder: join(scratch(pkg), 'new'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: quiet },
        tsdocMessageReporting: { default: quiet },
      },
    },
  })

/** @type {(config: ExtractorConfig, compilerState: CompilerState) => string} what the entry point exports, as code */
function extract(config, compilerState) {
  mkdirSync(config.reportFolder, { recursive: true })
  // As in a local build, it writes its report instead of comparing it.
  const result = Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) console.error(message.text)
      // oxlint-disable-next-line no-param-reassign -- how the extractor is told not to print it
      message.handled = true
    },
  })
  if (result.errorCount > 0) throw new Failure(`${config.mainEntryPointFilePath} has errors.`)
  const text = readFileSync(config.reportFilePath, 'utf8')
  return text.slice(text.indexOf('```ts'), text.lastIndexOf('```') + '```'.length)
}

/** @type {(pkg: Package, entries: readonly Entry[]) => string} */
function render(pkg, entries) {
  const [first, ...rest] = entries.map((entry) => configure(pkg, entry))
  if (first === undefined) return ''
  const additionalEntryPoints = rest.map((config) => config.mainEntryPointFilePath)
  const compilerState = CompilerState.create(first, { additionalEntryPoints })
  const parts = [first, ...rest].map(
    (config, index) => `## ${entries[index]?.name}\n\n${extract(config, compilerState)}`,
  )
  return `${[`# What ${pkg.manifest.name} exports`, '> Written by `npm run api` with API Extractor.', ...parts].join('\n\n')}\n`
}

/** @type {(pkg: Package) => readonly string[]} the reports that differ from the code */
function report(pkg) {
  const folder = join(pkg.folder, 'etc')
  const path = join(folder, `${basename(pkg.manifest.name)}.api.md`)
  const entries = listEntries(pkg)
  const text = entries.length === 0 ? undefined : render(pkg, entries)
  const reports = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.api.md'))
    : []
  const stale = reports
    .map((name) => join(folder, name))
    .filter((name) => text === undefined || name !== path)
  const isCurrent = text === undefined || (existsSync(path) && readFileSync(path, 'utf8') === text)
  if (check) return (isCurrent ? stale : [...stale, path]).map((name) => relative(root, name))
  for (const name of stale) rmSync(name)
  if (!isCurrent) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, text)
  }
  return []
}

/** @type {() => number} */
function main() {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const packages = publishedPackages().filter(
    ({ manifest }) => names.length === 0 || names.includes(basename(manifest.name)),
  )
  const changed = packages.flatMap(report)
  for (const file of changed) console.error(`${file} does not match the code`)
  if (changed.length > 0) {
    console.error('Run "npm run api" and review the difference.')
    return 1
  }
  console.log(`${packages.length} packages: the API reports ${check ? 'match' : 'are written'}.`)
  return 0
}

await runMain(async () => main())

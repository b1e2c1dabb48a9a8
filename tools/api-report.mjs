/**
 * Writes what every published package exports into `<package>/etc/*.api.md`, one file for each entry
 * point, so that a change of the public interface is a visible line in a review.
 *
 * `node tools/api-report.mjs` writes the reports; with `--check` it only compares.
 * Names of packages (`testing`) leave the others out.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor'
import { COMPILER_OPTIONS, entryPoints, publishedPackages } from './packages.mjs'
import { root } from './root.mjs'

/** @typedef {import('./packages.mjs').Package} Package */
/** @typedef {{ readonly types: string, readonly reportFile: string }} Entry */

/**
 * Entry points that are alike and many: modules of the catalogue are data of one type, and a provider is what its
 * module says; test/types/consumer/provider-*.ts pins what applications import and pass.
 */
const OF_ONE_SHAPE = /^\.\/(?:services|providers)\//

const check = process.argv.includes('--check')
const quiet = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false }

/** @type {(pkg: Package) => readonly Entry[]} */
function listReports(pkg) {
  const name = basename(pkg.manifest.name)
  // check-packages reports entry points that have no file.
  const present = entryPoints(pkg).filter(
    ({ entry, types }) => existsSync(types) && !OF_ONE_SHAPE.test(entry),
  )
  return present.map(({ entry, types }) => {
    const suffix = entry === '.' ? '' : entry.slice(1).replaceAll('/', '.')
    return { types, reportFile: `${name}${suffix}.api.md` }
  })
}

/** @type {(pkg: Package, entry: Entry) => ExtractorConfig} */
const configure = ({ folder }, { types, reportFile }) =>
  ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
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
        reportFileName: reportFile,
        reportFolder: join(folder, 'etc'),
        reportTempFolder: join(folder, 'node_modules/.cache/api-report'),
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

/** @type {(pkg: Package, known: ReadonlySet<string>) => string[]} reports of entry points that no longer exist */
function dropStaleReports({ folder }, known) {
  const reports = join(folder, 'etc')
  if (!existsSync(reports)) return []
  const stale = readdirSync(reports).filter((file) => file.endsWith('.api.md') && !known.has(file))
  if (!check) for (const file of stale) rmSync(join(reports, file))
  return check ? stale.map((file) => relative(root, join(reports, file))) : []
}

/** @type {(pkg: Package) => string[]} the reports that differ from the code */
function report(pkg) {
  const entries = listReports(pkg)
  const [first, ...rest] = entries.map((entry) => configure(pkg, entry))
  if (first === undefined) return []
  mkdirSync(join(pkg.folder, 'etc'), { recursive: true })
  const additionalEntryPoints = rest.map((config) => config.mainEntryPointFilePath)
  const compilerState = CompilerState.create(first, { additionalEntryPoints })
  const changed = [first, ...rest].filter((config) => {
    const result = Extractor.invoke(config, {
      compilerState,
      localBuild: !check,
      messageCallback: (message) => {
        if (message.logLevel === ExtractorLogLevel.Error) console.error(message.text)
        // oxlint-disable-next-line no-param-reassign -- how the extractor is told not to print it
        message.handled = true
      },
    })
    return result.errorCount > 0 || (check && result.apiReportChanged)
  })
  return [
    ...changed.map((config) => relative(root, config.reportFilePath)),
    ...dropStaleReports(pkg, new Set(entries.map(({ reportFile }) => reportFile))),
  ]
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const packages = publishedPackages().filter(
  ({ manifest }) => names.length === 0 || names.includes(basename(manifest.name)),
)
const changed = packages.flatMap(report)
for (const file of changed) console.error(`${file} does not match the code`)
if (changed.length > 0) {
  console.error('Run "npm run api" and review the difference.')
  process.exitCode = 1
} else {
  console.log(`${packages.length} packages: the API reports ${check ? 'match' : 'are written'}.`)
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConformanceReport } from './report.ts'

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/**
 * Writes reports into a folder, each as JSON into a file named after adapter and store.
 *
 * @param folder - created if it is missing
 * @returns a function for the option `report.write` of the suite
 *
 * @example
 * ```ts
 * import { writeReport } from '@latchstring/adapter-conformance'
 *
 * export const write = writeReport(new URL('../artifacts/adapters/', import.meta.url))
 * ```
 */
export function writeReport(folder: string | URL): (report: ConformanceReport) => Promise<void> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  return async (report) => {
    await mkdir(path, { recursive: true })
    const file = join(path, `${slug(`${report.adapter} ${report.store}`)}.json`)
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  }
}

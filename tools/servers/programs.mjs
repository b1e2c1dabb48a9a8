import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Says whether a file can be run.
 *
 * @param {string} file
 * @returns {boolean}
 */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Finds a program in `PATH`.
 *
 * @param {string} name
 * @returns {string | undefined} its absolute path
 */
export function findProgram(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return folders.map((folder) => join(folder, file)).find(isProgram)
}

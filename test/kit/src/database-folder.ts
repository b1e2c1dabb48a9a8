import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 28

function base(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Makes a folder for the files of a database that is thrown away. SQLite blocks the thread until the disk has every commit,
 * so that the folder is in memory where the system has a place for that.
 */
export const makeDatabaseFolder = (): string => mkdtempSync(join(base(), 'latchstring-database-'))

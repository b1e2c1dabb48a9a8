import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../../test/clean-ups.ts'
import { type Files, type ProjectFolder, makeProject } from '../../test/projects.ts'
import { type FileChange, writeChanges } from './file-changes.ts'

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const FILES = { 'one.ts': '1', 'two.ts': '2', 'three.ts': '3' }

const CHANGES: readonly FileChange[] = [
  { path: 'one.ts', before: '1', after: 'first' },
  { path: 'two.ts', before: '2', after: 'second' },
  { path: 'three.ts', before: '3', after: '', remove: true },
  { path: 'new/four.ts', before: undefined, after: 'fourth' },
]

/** It cannot be written: there is a file where its folder belongs. */
const IMPOSSIBLE: FileChange = { path: 'one.ts/five.ts', before: undefined, after: 'fifth' }

describe('writeChanges', () => {
  it('writes, creates and removes files', async () => {
    const project = await make(FILES)
    await writeChanges(project.folder, CHANGES)
    expect(await project.all()).toEqual({
      'one.ts': 'first',
      'two.ts': 'second',
      'new/four.ts': 'fourth',
    })
  })

  it('takes everything back when the last file cannot be written', async () => {
    const project = await make(FILES)
    const written = writeChanges(project.folder, [...CHANGES, IMPOSSIBLE])
    await expect(written).rejects.toThrow(
      /^one\.ts\/five\.ts cannot be written: .*Nothing was changed\.$/,
    )
    expect(await project.all()).toEqual(FILES)
  })

  it('takes the others back, and names the file, when one cannot be taken back', async () => {
    const project = await make(FILES)
    const meanwhile: FileChange = {
      ...IMPOSSIBLE,
      // Read when the change is written: the file is removed at that time.
      get after() {
        rmSync(join(project.folder, 'two.ts'))
        return ''
      },
    }
    const written = writeChanges(project.folder, [...CHANGES, meanwhile])
    await expect(written).rejects.toThrow(
      /What was written before is taken back, but for two\.ts \(.*ENOENT.*\): put that back by hand\.$/,
    )
    expect(await project.all()).toEqual({ 'one.ts': '1', 'three.ts': '3' })
  })
})

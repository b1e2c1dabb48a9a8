import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
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

  it('leaves a file with secrets to its owner alone, and names it when others could read it', async () => {
    const project = await make({ '.env.local': 'A=\n', 'auth.ts': '1' })
    const file = join(project.folder, '.env.local')
    chmodSync(file, 0o644)
    const secret: FileChange = { path: '.env.local', before: 'A=\n', after: 'A=b\n', secret: true }
    const source: FileChange = { path: 'auth.ts', before: '1', after: '2' }
    expect(await writeChanges(project.folder, [secret, source])).toEqual(['.env.local'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = { ...secret, before: 'A=b\n', after: 'A=c\n' }
    expect(await writeChanges(project.folder, [again])).toEqual([])
  })

  it.each([
    ['a file', '.env.local', 'outside/file'],
    ['a file that does not exist', '.env.local', 'outside/none'],
    ['a folder', 'app', 'outside'],
  ])('refuses a link to %s out of the project, and writes nothing', async (_of, link, to) => {
    const project = await make({ 'one.ts': '1' })
    const beside = await make({ 'outside/file': 'A=\n' })
    symlinkSync(join(beside.folder, to), join(project.folder, link))
    const path = link === 'app' ? 'app/page.js' : link
    const before = to === 'outside/file' ? 'A=\n' : undefined
    const changes = [CHANGES[0], { path, before, after: 'B=\n' }].filter((one) => one !== undefined)
    await expect(writeChanges(project.folder, changes)).rejects.toThrow(
      /is behind a link that leads out of the project, to .*Nothing was changed/,
    )
    expect(await project.read('one.ts')).toBe('1')
    expect(await beside.all()).toEqual({ 'outside/file': 'A=\n' })
  })

  it('follows a link that stays in the project', async () => {
    const project = await make({ 'shared/one.ts': '1' })
    mkdirSync(join(project.folder, 'src'))
    symlinkSync('../shared/one.ts', join(project.folder, 'src/one.ts'))
    await writeChanges(project.folder, [{ path: 'src/one.ts', before: '1', after: '2' }])
    expect(await project.read('shared/one.ts')).toBe('2')
  })
})

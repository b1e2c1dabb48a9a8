import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { type Ran, containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const plan = (project: ProjectFolder, env: Files = {}): Promise<Ran> =>
  run(['migrate', '--plan', '--json'], { folder: project.folder, env })

describe('DATABASE_URL of files of variables', () => {
  it('is read as the framework reads it, and the file is named', async () => {
    const project = await make({
      'package.json': manifest({ next: '16.0.0' }),
      '.env': 'DATABASE_URL=oracle://h/d\n',
      '.env.local': 'NAME=data\nDATABASE_URL="file:./$NAME.db"\n',
    })
    const { code, out, err } = await plan(project)
    expect({ code, err }).toEqual({ code: 2, err: 'DATABASE_URL is read from .env.local.\n' })
    expect(JSON.parse(out)).toMatchObject({ dialect: 'sqlite' })
  })

  it('comes after that of the environment', async () => {
    const project = await make({ '.env': 'DATABASE_URL=oracle://h/d\n' })
    const { code, err } = await plan(project, { DATABASE_URL: 'file:./data.db' })
    expect({ code, err }).toEqual({ code: 2, err: '' })
  })

  it('is not read from .env.local where the framework does not', async () => {
    const project = await make({
      'package.json': manifest({ express: '5.0.0' }),
      '.env.local': 'DATABASE_URL=file:./data.db\n',
    })
    expect(await plan(project)).toMatchObject({ code: 1, err: containing('Set DATABASE_URL') })
  })

  it('is in no output', async () => {
    const url = 'postgres://user:canary-7f3a@127.0.0.1:1/d'
    const project = await make({ '.env': `DATABASE_URL=${url}\n` })
    const { code, out, err } = await plan(project)
    expect({ code, err }).toEqual({ code: 1, err: containing('read from .env.') })
    expect(out + err).not.toContain('canary-7f3a')
  })
})

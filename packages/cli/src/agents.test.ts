import { describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { type Files, makeProject, manifest } from '../test/projects.ts'
import { run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function makeApplication(files: Files = {}) {
  const project = await makeProject({ 'package.json': manifest({ next: '16.4.0' }), ...files })
  cleanUps.push(() => project.remove())
  return project
}

/** Commands of the program that a text tells an agent to run. */
const commandsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/@latchstring\/cli ([a-z]+)/g)].map(([, name = '']) => name)),
]

describe('latchstring agents', () => {
  it('prints a section and changes nothing', async () => {
    const project = await makeApplication()
    const before = await project.all()
    const { code, out } = await run(['agents'], { folder: project.folder })
    expect([code, await project.all()]).toEqual([0, before])
    expect(commandsIn(out)).toEqual(['docs', 'explain', 'doctor'])
  })

  it('names the commands as the package manager of the application runs them', async () => {
    const project = await makeApplication({
      'package.json': manifest({ '@latchstring/cli': '0.0.0' }),
      'pnpm-lock.yaml': '',
    })
    const { out } = await run(['agents'], { folder: project.folder })
    expect(out).toContain('`pnpm exec latchstring doctor --json`')
  })

  it('with --write keeps what else the file says, and run again changes nothing', async () => {
    const project = await makeApplication({ 'AGENTS.md': '# Rules\n\nUse tabs.\n' })
    const { folder } = project
    expect((await run(['agents', '--write'], { folder })).out).toBe('changed  AGENTS.md\n')
    await project.add({ 'AGENTS.md': `${await project.read('AGENTS.md')}\n## Tests\n` })
    const once = await project.read('AGENTS.md')
    expect(once.startsWith('# Rules\n\nUse tabs.\n\n<!-- latchstring')).toBe(true)
    expect((await run(['agents', '--write'], { folder })).out).toBe('Nothing to change.\n')
    const outdated = once.replace('Look up', 'An older text')
    await project.add({ 'AGENTS.md': outdated })
    await run(['agents', '-w'], { folder })
    expect(await project.read('AGENTS.md')).toBe(once)
  })

  it('prints a skill whose commands exist, and that ends with doctor', async () => {
    const { code, out } = await run(['agents', '--skill'])
    expect(code).toBe(0)
    expect(out).toMatch(/^---\nname: latchstring\ndescription: .{40,1000}\n---\n/)
    const commands = commandsIn(out)
    expect(commands).toContain('doctor')
    for (const command of commands)
      expect([command, (await run(['help', command])).code]).toEqual([command, 0])
  })

  it('is a wrong call with both --skill and --write', async () => {
    expect((await run(['agents', '--skill', '--write'])).code).toBe(2)
  })
})

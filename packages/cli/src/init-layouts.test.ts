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

const init = (project: ProjectFolder, ...argv: readonly string[]): Promise<Ran> =>
  run(['init', ...argv], { folder: project.folder })

describe('latchstring init in an odd layout', () => {
  it('writes no server where there is one beside a folder of sources', async () => {
    const server = "const express = require('express')\nexpress().listen(3000)\n"
    const project = await make({
      'package.json': manifest({ express: '5' }),
      'src/routes/users.js': '',
      'server.js': server,
    })
    const { out } = await init(project)
    expect(Object.keys(await project.all())).not.toContain('src/app.mjs')
    expect(await project.read('server.js')).toBe(server)
    expect(out).toContain('Mount Latchstring, before your routes.')
  })

  it.each([
    "export default defineNuxtConfig({\n  modules: [\n    // '@latchstring/nuxt',\n    '@nuxt/ui',\n  ],\n})\n",
    "// Later: @latchstring/nuxt\nexport default defineNuxtConfig({ modules: ['@nuxt/ui'] })\n",
    "/* modules: ['@latchstring/nuxt'] */\nexport default defineNuxtConfig({ modules: ['@nuxt/ui'] })\n",
  ])('adds the module to a configuration of Nuxt that has it in a comment %j', async (text) => {
    const project = await make({ 'package.json': manifest({ nuxt: '4' }), 'nuxt.config.ts': text })
    await init(project)
    const after = await project.read('nuxt.config.ts')
    expect(after).toMatch(/(?:^ +|\[)'@latchstring\/nuxt',\s+'@nuxt\/ui'/m)
    await init(project)
    expect(await project.read('nuxt.config.ts')).toBe(after)
  })

  it('keeps a comment in front of the modules of Nuxt where it is, once', async () => {
    const text =
      "export default defineNuxtConfig({\r\n  // Größe 😀\r\n  modules: [ // ours\r\n    'a',\r\n  ],\r\n})\r\n"
    const project = await make({ 'package.json': manifest({ nuxt: '4' }), 'nuxt.config.ts': text })
    await init(project)
    expect(await project.read('nuxt.config.ts')).toBe(
      text.replace("    'a'", "    '@latchstring/nuxt',\r\n    'a'"),
    )
  })

  it.each<[string, Files, string]>([
    ['next', { 'app/layout.js': '', 'app/welcome/route.js': 'mine' }, 'app/welcome/page.js'],
    ['next', { 'app/layout.js': '', 'app/(site)/welcome/page.js': 'mine' }, 'app/welcome/page.js'],
    [
      'nuxt',
      { 'nuxt.config.js': '', 'app/pages/welcome/index.vue': 'mine' },
      'server/routes/welcome.get.js',
    ],
    [
      '@sveltejs/kit',
      { 'src/routes/(site)/welcome/+page.svelte': 'mine' },
      'src/routes/welcome/+page.svelte',
    ],
  ])(
    'writes no page in %s where the application has one at the same address: %j',
    async (name, files, path) => {
      const project = await make({ 'package.json': manifest({ [name]: '16.0.0' }), ...files })
      await init(project)
      expect(Object.keys(await project.all())).not.toContain(path)
    },
  )
})

describe('latchstring init and what others have written', () => {
  const NEXT = {
    'package.json': manifest({ next: '16.0.0', react: '19.0.0' }),
    'app/page.tsx': '',
    '.gitignore': '.env*\n',
  }

  it('shows no value of a file of variables in a dry run', async () => {
    const text = `DATABASE_URL=postgres://u:hunter2@h/d
# OLD_KEY=hunter2
PRIVATE_KEY="begin
hunter2
end"
AUTH_GITHUB_ID=
SMTP=smtp://u:hunter2@h
`
    const { code, out } = await init(await make({ ...NEXT, '.env.local': text }), '--dry-run')
    expect(code).toBe(0)
    expect(out).not.toContain('hunter2')
    expect(out).toContain('  SMTP=…\n+ AUTH_SECRET=…\n+ AUTH_GITHUB_SECRET=\n')
  })

  it('takes back what it has written when a later file cannot be written', async () => {
    const files = { ...NEXT, '.gitignore': '', 'app/api': 'a file where a folder belongs\n' }
    const project = await make(files)
    const { code, err } = await init(project)
    expect({ code, err }).toEqual({ code: 1, err: containing('Nothing was changed') })
    expect(await project.all()).toEqual(files)
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { ensureProgram } from '../../tools/servers/stores.mjs'

const PAGE = fileURLToPath(new URL('../../docs/docker.md', import.meta.url))

let nginx: string

// Where it is not installed beforehand, as by `npm test`, apt-get asks for its lists first.
beforeAll(async () => {
  nginx = await ensureProgram('nginx', 'nginx', 'nginx')
}, 240_000)

test('nginx takes the configuration of docker.md, but for names and certificates of another machine', async () => {
  const site = /```nginx\n(# nginx\.conf\n[^]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? ''
  expect(site).toContain('proxy_set_header X-Forwarded-Host')
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-nginx-'))
  const here = site
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replaceAll(/listen \d+(?: ssl)?;/g, `listen unix:${folder}/socket;`)
    .replace('http://app:3000', 'http://127.0.0.1:3000')
  try {
    const file = join(folder, 'nginx.conf')
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      file,
      `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${here}}\n`,
    )
    execFileSync(nginx, ['-t', '-q', '-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { afterEach, describe, expect, it } from 'vitest'
import { type Files, type ProjectFolder, makeProject } from '../../test/projects.ts'
import { type EnvReading, readEnvFiles, setVariables } from './env-file.ts'

const made: ProjectFolder[] = []

afterEach(async () => {
  await Promise.all(made.splice(0).map((project) => project.remove()))
})

describe('setVariables', () => {
  it.each([
    { why: 'an empty text', text: '', after: 'A=1\nB=\n' },
    { why: 'a last line without an end', text: 'C=2', after: 'C=2\nA=1\nB=\n' },
    { why: 'line ends of Windows', text: 'C=2\r\n', after: 'C=2\r\nA=1\r\nB=\r\n' },
    { why: 'an empty value', text: 'A=\nC=2\n', after: 'A=1\nC=2\nB=\n' },
    { why: 'an empty value, Windows', text: 'A=\r\nC=2\r\n', after: 'A=1\r\nC=2\r\nB=\r\n' },
    {
      why: 'an exported empty value in quotes',
      text: 'export A=""\n',
      after: 'export A=1\nB=\n',
    },
    {
      why: 'an empty value with a comment',
      text: 'A= # openssl\r\n',
      after: 'A=1 # openssl\r\nB=\r\n',
    },
    { why: 'a value that is empty twice', text: 'A=\nA=""\n', after: 'A=1\nA=1\nB=\n' },
    {
      why: 'a text with a byte order mark',
      text: '\uFEFFA=other\n',
      after: '\uFEFFA=other\nB=\n',
    },
    { why: 'an empty value after a byte order mark', text: '\uFEFFA=\n', after: '\uFEFFA=1\nB=\n' },
    { why: 'a value that is set', text: 'A=other\nB=x\n', after: 'A=other\nB=x\n' },
    { why: 'a longer name', text: 'XA=\nA_2=\n', after: 'XA=\nA_2=\nA=1\nB=\n' },
    { why: 'a commented line', text: '# A=\n', after: '# A=\nA=1\nB=\n' },
  ])('keeps everything else of $why', ({ text, after }) => {
    expect(setVariables(text, { A: '1', B: '' })).toBe(after)
    expect(setVariables(after, { A: '1', B: '' })).toBe(after)
  })

  it('refuses a text whose open quotes would swallow the new line', () => {
    const text = 'KEY="begin\nA=\nend"\n'
    expect(() => setVariables(text, { A: '1' })).toThrow('cannot be changed safely')
  })
})

const read = async (files: Files, reading: EnvReading, env: Files = {}): Promise<Files> => {
  const project = await makeProject(files)
  made.push(project)
  const found = await readEnvFiles(project.folder, reading, env)
  return Object.fromEntries([...found].map(([name, { value, file }]) => [name, `${value} ${file}`]))
}

describe('readEnvFiles', () => {
  const FILES = {
    '.env': 'A=1\nB=1\nC=1\nD=1\n',
    '.env.development': 'B=2\nC=2\nD=2\n',
    '.env.production': 'B=3\n',
    '.env.local': 'C=4\nD=4\n',
    '.env.development.local': 'D=5\n',
  }

  it('takes the first file that has a variable, in the order of Next.js and Vite', async () => {
    expect(await read(FILES, 'local')).toEqual({
      A: '1 .env',
      B: '2 .env.development',
      C: '4 .env.local',
      D: '5 .env.development.local',
    })
  })

  it('reads the files of the mode that NODE_ENV names, and .env.local not in tests', async () => {
    expect((await read(FILES, 'local', { NODE_ENV: 'production' }))['B']).toBe('3 .env.production')
    expect((await read(FILES, 'local', { NODE_ENV: 'test' }))['C']).toBe('1 .env')
  })

  it('reads .env alone where the framework does', async () => {
    expect((await read(FILES, 'single'))['D']).toBe('1 .env')
  })

  it('replaces names of variables where the framework does', async () => {
    const text = String.raw`URL=postgres://u:$PASSWORD@\${HOST}/d` + '\nPASSWORD=p\n'
    const shown = '.env'
    expect((await read({ '.env': text }, 'local', { HOST: 'h' }))['URL']).toBe(
      `postgres://u:p@$\{HOST}/d ${shown}`,
    )
    expect((await read({ '.env': 'A=${B}c\n' }, 'local', { B: 'b' }))['A']).toBe('bc .env')
    expect((await read({ '.env': 'A=${B}c\n' }, 'single', { B: 'b' }))['A']).toBe('${B}c .env')
  })

  it('takes a default value, and the value of a variable that names others', async () => {
    const text = 'A=${B:-$C}\nC=${D}d\nD=e\nE=${A:-x}\n'
    expect(await read({ '.env': text }, 'local')).toEqual({
      A: 'ed .env',
      C: 'ed .env',
      D: 'e .env',
      E: 'ed .env',
    })
  })

  it('comes to an end where variables name themselves and each other', async () => {
    expect(await read({ '.env': 'A=$A\nB=x$C\nC=y$B\n' }, 'local')).toEqual({
      A: ' .env',
      B: 'xy .env',
      C: 'yx .env',
    })
  })

  it('reads the first variable of a file with a byte order mark', async () => {
    expect(await read({ '.env': '\uFEFFA=1\n' }, 'single')).toEqual({ A: '1 .env' })
  })
})

import { execFile } from 'node:child_process'

/** What git says about a folder. */
type Said = { readonly out: string } | { readonly error: string }

function readStatus(folder: string): Promise<Said> {
  // The settings of a repository may leave out new files and submodules.
  const all = ['--untracked-files=normal', '--ignore-submodules=none']
  const args = ['status', '--porcelain', '-z', '--no-renames', ...all, '--', '.']
  // In another language, what it says of a folder without a repository would be another sentence.
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 1 << 26 }
  return new Promise((done) => {
    execFile('git', args, options, (error, out, err) => {
      if (error === null) return done({ out })
      // Without git, or outside of a repository, there is nothing to compare with.
      // A worktree or a submodule whose repository no longer exists is "not a git repository", too, with its path.
      const none = error.code === 'ENOENT' || err.includes('not a git repository (or any')
      return done(none ? { out: '' } : { error: err.trim() === '' ? error.message : err.trim() })
    })
  })
}

/** The paths of `git status --porcelain -z`, each behind two letters. */
const readPaths = (out: string): readonly string[] =>
  out
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice('XY '.length))

/** Paths that a message names. */
const NAMED = 3

/**
 * Makes sure that the changes of a command in a folder can be distinguished from other changes, and undone.
 *
 * @throws Error where git has changes there that are not committed, or cannot say
 */
export async function requireCommitted(folder: string): Promise<void> {
  const said = await readStatus(folder)
  if ('error' in said) {
    throw new Error(
      `git cannot say whether everything is committed: ${said.error}. Nothing was changed. Correct that, or run it with --force.`,
    )
  }
  const paths = readPaths(said.out)
  if (paths.length === 0) return
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ''
  throw new Error(
    `${paths.slice(0, NAMED).join(', ')}${more}: changes that are not committed, which would mix with those of this command. ` +
      'Nothing was changed. Commit or stash them, or run it with --force.',
  )
}

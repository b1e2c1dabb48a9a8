import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readModule } from '../../doctor/module.ts'

/** Names that something is taken from a namespace by. */
function namespaceMembers(text: string, namespace: string): readonly string[] {
  const member = new RegExp(String.raw`(?<![\w$.])${namespace.replaceAll('$', '\\$')}\.(\w+)`, 'g')
  return [...text.matchAll(member)].map(([, name = '']) => name)
}

function readNames(text: string, file: string, specifier: string): readonly string[] {
  const { imports } = readModule(text, file)
  return [...imports].flatMap(([local, { from, name }]) => {
    if (from !== specifier) return []
    return name === '*' ? namespaceMembers(text, local) : [name]
  })
}

/** The names that a module imports from another; nothing where it cannot be read. */
export async function importedNames(
  specifier: string,
  parentURL: string | undefined,
): Promise<readonly string[]> {
  if (parentURL?.startsWith('file:') !== true) return []
  const file = fileURLToPath(parentURL)
  try {
    return [...new Set(readNames(await readFile(file, 'utf8'), file, specifier))]
  } catch {
    return []
  }
}

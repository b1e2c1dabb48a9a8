/**
 * Spellings of a path that a router may resolve to the same page.
 */
export function spellings(path: string): readonly string[] {
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path) ?? []
  const head = first.charCodeAt(0).toString(16)
  const tail = first.slice(1)
  return [
    path,
    `/%${head}${tail}${rest}`,
    `/%${head.toUpperCase()}${tail}${rest}`,
    `/%25${head}${tail}${rest}`,
    `/${path}`,
    `/${first.charAt(0).toUpperCase()}${tail}${rest}`,
    path.toUpperCase(),
    `${path}/`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `${path}%2f`,
    `${path}%00`,
    `${path};a=1`,
    `/%2f${path.slice(1)}`,
    `/\\${path.slice(1)}`,
    `/%5c${path.slice(1)}`,
    `${path}.html`,
    `${path}/index.html`,
    `${path}?_rsc=1`,
    `${path}%20`,
    `${path}/__data.json`,
    `${path}.data`,
    `${path}/_payload.json`,
    `${path}/q-data.json`,
    `${path}/api`,
    `${path}/%61pi`,
    `/%${head}${tail}${rest}/api`,
    `http://other.example${path}`,
  ]
}

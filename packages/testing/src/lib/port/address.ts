/** An address of a service, as a path of the port: `/<id>/https/<host>/<path>`. */
export function toPortPath(id: string, url: URL): string {
  return `/${id}/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`
}

/** The URL of a service that a path of the port stands for. */
export interface Target {
  readonly id: string
  readonly url: URL
}

/** Parses a path of the port; `undefined` if it stands for no URL. */
export function parsePortPath(path: string): Target | undefined {
  const [, id, scheme, rest] = /^\/([\w.-]+)\/(https?)\/(.+)$/.exec(path) ?? []
  if (id === undefined || !URL.canParse(`${scheme}://${rest}`)) return undefined
  return { id, url: new URL(`${scheme}://${rest}`) }
}

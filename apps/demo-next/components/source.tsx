import type { ReactElement } from 'react'

/** The lines of a file that matter on a page. */
export function Source({ file, code }: { file: string; code: string }): ReactElement {
  return (
    <figure className="card source">
      <figcaption>
        The code, in <code>{file}</code>
      </figcaption>
      {/* Focusable, because it scrolls where the window is narrow. */}
      <pre tabIndex={0} aria-label={`Code of ${file}`}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}

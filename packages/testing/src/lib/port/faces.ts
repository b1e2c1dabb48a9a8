interface Face {
  readonly background: string
  readonly skin: string
  /** Hair, as markup. */
  readonly hair: string
}

const FACES: readonly Face[] = [
  {
    background: '#6d4bb8',
    skin: '#f3c9a5',
    hair: '<path fill="#3a2418" d="M10 27V16a10 10 0 0 1 20 0v11z"/>',
  },
  {
    background: '#1f7a8c',
    skin: '#eac09c',
    hair: '<path fill="#4a3426" d="M12 16a8 9 0 0 1 16 0z"/>',
  },
  {
    background: '#bd4f28',
    skin: '#c98f67',
    hair: '<path fill="#e8e6e1" d="M11 23v-8a9 9 0 0 1 18 0v8z"/>',
  },
]

const frame = (inside: string): string =>
  `<svg class="face" viewBox="0 0 40 40" aria-hidden="true">${inside}</svg>`

/** The face of a person, drawn: nothing is loaded from elsewhere. */
export function drawFace(index: number): string {
  const face = FACES[index]
  if (face === undefined) {
    return frame(
      '<path fill="#77809a" d="M0 0h40v40H0z"/><circle cx="20" cy="16" r="7" fill="#e6e8f0"/><path fill="#e6e8f0" d="M6 40q2-14 14-14t14 14"/>',
    )
  }
  const { background, skin, hair } = face
  return frame(
    `<path fill="${background}" d="M0 0h40v40H0z"/>${hair}<path fill="${skin}" d="M16 20h8v8h-8z"/><circle cx="20" cy="17" r="7" fill="${skin}"/><path d="M17 20.5q3 2.4 6 0" fill="none" stroke="#7a3b22" stroke-width="1.1" stroke-linecap="round"/><circle cx="17.4" cy="16.5" r=".9" fill="#2a1a12"/><circle cx="22.6" cy="16.5" r=".9" fill="#2a1a12"/><path fill="#fff" d="M6 40q2-13 14-13t14 13"/>`,
  )
}

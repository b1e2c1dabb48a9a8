const ID = 'P-16'

/** @type {import('../lib/row.d.ts').Part} */
const part = {
  async run() {
    return [
      {
        id: ID,
        what: 'session check and first sign-in',
        configuration: '10⁶ users and 10⁷ sessions in PostgreSQL',
        absent: 'not run',
        target: { floor: { slices: 1.3, batches: 1.3 } },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = { id: ID, title: 'A grown store', parts: [part] }

import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'es',
  data: 'Descargar mis datos',
  dataLead:
    'Un archivo con lo que guardamos sobre ti: tu cuenta, tus métodos de inicio de sesión y dónde tienes sesiones abiertas.',
  download: 'Descargar',
  delete: 'Eliminar mi cuenta',
  deleteLead:
    'Se eliminarán tu cuenta, tus métodos de inicio de sesión y lo que guardamos sobre ti. Se cerrarán todas tus sesiones.',
  until:
    'Puedes cambiar de opinión hasta el {date}: inicia sesión y conserva tu cuenta. Después no se podrá deshacer.',
  atOnce: 'Ocurre de inmediato y no se puede deshacer.',
  sure: 'Quiero eliminar mi cuenta',
  unsure: 'Marca la casilla para eliminar tu cuenta.',
  leaving: 'Tu cuenta se eliminará el {date}',
  signedOut:
    'Se han cerrado todas tus sesiones. Para conservar tu cuenta, inicia sesión antes del {date}.',
  deleted: 'Tu cuenta se ha eliminado.',
  keep: 'Conservar mi cuenta',
  kept: '¿Conservar tu cuenta?',
  leave: 'No conservarla',
  unchanged: 'No ha cambiado nada',
  unchangedText: 'Tu cuenta se eliminará. Para conservarla, vuelve a iniciar sesión.',
  begun: 'Esta cuenta se está eliminando.',
  notNow: 'Tu cuenta no se puede eliminar en este momento. {why}',
}

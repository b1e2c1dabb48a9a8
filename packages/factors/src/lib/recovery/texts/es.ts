import type { RecoveryTexts } from './en.ts'

export const es: RecoveryTexts = {
  locale: 'es',
  lostBoth: 'He perdido la aplicación y los códigos de respaldo',
  lostTitle: 'Sustituir una aplicación perdida',
  lostLead:
    'Te enviaremos un enlace por correo electrónico. Cuando lo abras, empezará un tiempo de espera. Podrás configurar una aplicación nueva a partir del {date}.',
  lostTold:
    'Todos los navegadores con la sesión iniciada muestran la solicitud y pueden cancelarla. También se cancela si inicias sesión con la aplicación o con un código de respaldo.',
  lostSend: 'Enviarme un enlace',
  lostSent: 'Revisa tu correo. Abre el enlace o escribe el código aquí.',
  lostByMail:
    'Has iniciado sesión por correo electrónico. Para sustituir la aplicación, usa otro método de inicio de sesión.',
  lostConfirm:
    'Podrás configurar una aplicación nueva a partir del {date}. Hasta entonces, tus aplicaciones y códigos de respaldo anteriores siguen funcionando.',
  proofSubject: 'Confirma que has perdido la aplicación',
  proofLead:
    'Alguien inició sesión en tu cuenta e indicó que la aplicación de autenticación y los códigos de respaldo se han perdido. ¿No fuiste tú? No uses el enlace y cambia tu contraseña.',
  proofButton: 'Continuar',
  proofIgnore: 'No compartas nunca el enlace ni el código.',
  request: 'Solicitar una aplicación nueva',
  running:
    'Se solicitó una aplicación de autenticación nueva. A partir del {date}, inicia sesión para configurarla. Tus aplicaciones y códigos de respaldo anteriores dejarán de funcionar entonces.',
  askedSubject: 'Se solicitó una aplicación de autenticación nueva para tu cuenta',
  cancel: 'Cancelar la solicitud',
  cancelNone: 'No hay ninguna solicitud de una aplicación nueva en curso.',
  cancelledSubject: 'Se canceló la solicitud de una aplicación de autenticación nueva',
  replaceTitle: 'Configurar una aplicación nueva',
  replaceLead:
    'Tus aplicaciones y códigos de respaldo anteriores dejarán de funcionar, y se cerrará la sesión en todos los navegadores.',
  foundLead:
    '¿Todavía tienes la aplicación o un código de respaldo? Escribe un código para iniciar sesión. La solicitud se cancelará.',
  foundCode: 'Código de 6 dígitos o código de respaldo',
  replacedLead:
    'Se sustituyó la aplicación y se cerró la sesión en todos los navegadores. Inicia sesión con la aplicación nueva.',
  signIn: 'Iniciar sesión',
  replacedSubject: 'Se sustituyeron tu aplicación de autenticación y tus códigos de respaldo',
}

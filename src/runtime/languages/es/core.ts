import type { CoreMessages } from "../../pages/core-messages.js";

/** Spanish, with "tú". */
export const core: CoreMessages = {
  thisSite: "este sitio",
  theService: "el servicio elegido",
  theAccount: "La cuenta elegida",
  thisAccount: "Esta cuenta de {provider}",
  signIn: "Iniciar sesión",
  signInTo: "Iniciar sesión en {app}",
  signedIn: "Has iniciado sesión.",
  signedInAs: "Has iniciado sesión como {user}.",
  goOn: "{continue} o {signOut}",
  continue: "Continuar",
  orSignOut: "cerrar sesión",
  or: "o",
  more: "Más formas de iniciar sesión",
  noWay: "Todavía no hay ninguna forma de iniciar sesión.",
  show: "Mostrar",
  hide: "Ocultar",
  signOut: "Cerrar sesión",
  signOutAsk: "¿Cerrar sesión?",
  signOutOf: "¿Cerrar sesión en {app}?",
  cancel: "Cancelar",
  checkEmail: "Revisa tu correo",
  mailSent: "Te hemos enviado un correo para iniciar sesión.",
  linkDays: {
    one: "Su enlace funciona una sola vez, durante {count} día.",
    many: "Su enlace funciona una sola vez, durante {count} de días.",
    other: "Su enlace funciona una sola vez, durante {count} días.",
  },
  linkHours: {
    one: "Su enlace funciona una sola vez, durante {count} hora.",
    many: "Su enlace funciona una sola vez, durante {count} de horas.",
    other: "Su enlace funciona una sola vez, durante {count} horas.",
  },
  linkMinutes: {
    one: "Su enlace funciona una sola vez, durante {count} minuto.",
    many: "Su enlace funciona una sola vez, durante {count} de minutos.",
    other: "Su enlace funciona una sola vez, durante {count} minutos.",
  },
  checkSpam: "¿No ha llegado nada en unos minutos? Mira también en la carpeta de correo no deseado.",
  sendAgain: "Volver a enviar, o usar otra dirección",
  confirm: "Pulsa el botón para terminar de iniciar sesión.",
  elsewhere:
    "Este navegador no pidió el correo, o fue hace un rato. Si no lo pediste tú, cierra esta página.",
  elsewhereAs: "Iniciarás sesión como {address}.",
  elsewhereOpen: "{user} tiene ahora la sesión iniciada aquí y se cerrará.",
  addAsk: "¿Añadir {provider}?",
  addText:
    "Has iniciado sesión como {user} con el enlace de un correo que pidió otro navegador. Si continúas, {provider} abrirá esta cuenta a partir de ahora. Si la cuenta no es tuya, cierra primero la sesión.",
  addButton: "Añadir a esta cuenta",
  tryAgain: "Intentar de nuevo",
  tryAgainWith: "Intentar de nuevo con {provider}",
  anotherWay: "Iniciar sesión de otra forma",
  backToSignIn: "Volver al inicio de sesión",
  sendNewLink: "Enviar un enlace nuevo",
  "box.other": "No se ha podido iniciar sesión. Inténtalo de nuevo o elige otra forma.",
  "box.OAuthCallbackError":
    "El inicio de sesión con {provider} se canceló o se rechazó. Inténtalo de nuevo o elige otra forma.",
  "box.OAuthCallbackError.cancelled":
    "Has cancelado el inicio de sesión con {provider}. Inténtalo de nuevo o elige otra forma.",
  "box.OAuthCallbackError.refused":
    "No se ha podido iniciar sesión con {provider}. Inténtalo de nuevo en unos minutos o elige otra forma.",
  "box.OAuthAccountNotLinked":
    "{account} no se ha usado: su dirección de correo pertenece a un usuario que inicia sesión de otra forma. Si eres tú, inicia sesión como antes; después podrás añadirla.",
  "box.AccountNotLinked":
    "Ya existe una cuenta con esta dirección de correo, o la llave de acceso pertenece a otro usuario. Inicia sesión como antes.",
  notAdded: "{account} pertenece a otro usuario, así que no se ha añadido. Tu sesión sigue abierta.",
  "box.EmailSignin": "No se ha podido enviar el correo. Comprueba la dirección e inténtalo de nuevo.",
  "box.CredentialsSignin": "No se ha podido iniciar sesión. Comprueba que los datos sean correctos.",
  "box.SessionRequired": "Inicia sesión para ver esta página.",
  "box.MissingCSRF":
    "Esta página ha estado abierta demasiado tiempo, o tu navegador bloquea las cookies. Inténtalo de nuevo.",
  "box.TooManyAttempts": "Ha habido demasiados intentos. Espera unos minutos e inténtalo de nuevo.",
  "Configuration.title": "No se ha podido iniciar sesión",
  "Configuration.text":
    "Algo ha fallado por el camino, o nadie puede iniciar sesión en {app} en este momento. Inténtalo de nuevo. Si vuelve a ocurrir, elige otra forma o vuelve más tarde.",
  "AccessDenied.title": "No puedes iniciar sesión con esta cuenta",
  "AccessDenied.text": "No tiene acceso a {app}. Si tienes otra cuenta, usa esa.",
  "Forbidden.title": "No tienes acceso a esta página",
  "Forbidden.text": "Tu cuenta en {app} no puede abrirla. Si tienes otra cuenta, usa esa.",
  "NotFound.title": "Esta página no está aquí",
  "NotFound.text": "Quizá se haya eliminado, o tu cuenta en {app} no puede verla.",
  "TooManyAttempts.title": "Demasiados intentos",
  "TooManyAttempts.text": {
    one: "Espera {count} minuto e inténtalo de nuevo.",
    many: "Espera {count} de minutos e inténtalo de nuevo.",
    other: "Espera {count} minutos e inténtalo de nuevo.",
  },
  "TooManyAttempts.soon": "Espera unos minutos e inténtalo de nuevo.",
  "Verification.title": "Este enlace ya no funciona",
  "Verification.text": "Ya se ha usado, o ha caducado: un enlace funciona una sola vez. Pide uno nuevo.",
  "WebAuthnVerificationError.title": "No se ha podido comprobar tu llave de acceso",
  "WebAuthnVerificationError.text": "Inténtalo de nuevo, o elige otra forma de iniciar sesión.",
  "stale.title": "{provider} no volvió a preguntar quién eres",
  "stale.text":
    "Esta página necesita un inicio de sesión reciente, y {provider} comunicó uno anterior. Elige otra forma.",
  "expired.title": "Este inicio de sesión ha caducado",
  "expired.text":
    "Tardó más de 15 minutos, ya había terminado, se inició de nuevo en otra pestaña o comenzó en otro navegador. Empieza de nuevo. Si no sirve, permite las cookies para este sitio.",
  "slow.title": "Sin respuesta: {provider}",
  "slow.text":
    "Puede que el servicio esté saturado. Inténtalo de nuevo en unos minutos, o elige otra forma de iniciar sesión.",
  "provider.title": "No se ha podido iniciar sesión con {provider}",
  "provider.text":
    "El servicio está averiado, o no funciona con {app}. Inténtalo de nuevo en unos minutos, o elige otra forma.",
  "address.title": "Esto no es una dirección de correo",
  "address.text": "Comprueba que no tenga erratas.",
  "mail.title": "No se ha podido enviar el correo",
  "mail.text":
    "Comprueba la dirección e inténtalo de nuevo en unos minutos, o elige otra forma de iniciar sesión.",
  "passkey.title": "No conocemos esta llave de acceso",
  "passkey.text": "Ninguna cuenta de {app} la usa. Usa otra llave de acceso, o inicia sesión de otra forma.",
  "store.title": "No es posible en este momento",
  "store.text": "Una parte de {app} no responde. Inténtalo de nuevo en unos minutos.",
  "other.title": "Algo ha fallado",
  "other.text": "No se ha podido iniciar sesión. Inténtalo de nuevo.",
  lastUsed: "Usada la última vez",
  signInWith: "Iniciar sesión con {provider}",
  email: "Correo electrónico",
  sendLink: "Enviarme un enlace de acceso",
  passkeysNeedJavaScript: "Las llaves de acceso necesitan JavaScript.",
  signInWithPasskey: "Iniciar sesión con una llave de acceso",
  addPasskey: "Añadir una llave de acceso",
  addPasskeyText:
    "La próxima vez, inicia sesión con la huella, la cara o el bloqueo de pantalla, sin contraseña.",
  passkeyAdded: "Llave de acceso añadida. Desde ahora puedes iniciar sesión con ella.",
  passkeyNotAdded: "No se ha añadido ninguna llave de acceso. Inténtalo de nuevo o en otro dispositivo.",
  passkeyKnown: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
  passkeysMissing: "Este navegador no admite llaves de acceso. Añade una con otro navegador.",
  passkeyUnsupported:
    "Este navegador no admite llaves de acceso. Inicia sesión de otra forma, o con otro navegador.",
  passkeyExists: "Este dispositivo ya tiene una llave de acceso para este sitio. Inicia sesión con ella.",
  passkeyCancelled:
    "No se ha usado ninguna llave de acceso: has cancelado, o este dispositivo no tiene ninguna para este sitio. Inténtalo de nuevo, o inicia sesión de otra forma.",
  passkeyFailed:
    "No se ha podido usar la llave de acceso. Inténtalo de nuevo, o inicia sesión de otra forma.",
  terms: "Términos",
  privacy: "Privacidad",
  mailSubject: "Inicia sesión en {app}",
  mailHeading: "Inicia sesión en {app}",
  mailButton: "Iniciar sesión",
  mailClosing: "Si no has pedido este correo, ignóralo.",
  codeText:
    "Te hemos enviado un correo. Sigue su enlace o escribe aquí su código: sirve uno de los dos, una sola vez.",
  codeOver: "Te hemos enviado un correo. Su enlace sirve una sola vez; su código ya no es válido.",
  codeSentTo: "Enviado a",
  code: "Código",
  codeAgain: "Enviar un correo nuevo",
  codeAgainText:
    "Un correo nuevo anula el enlace y el código del anterior. Mira primero en la carpeta de correo no deseado.",
  codeOtherAddress: "Usar otra dirección",
  codeElsewhere:
    "Este inicio de sesión comenzó en otro navegador, en otro dispositivo o hace un rato. Puedes terminarlo aquí o escribir el código del correo donde empezaste. Si no lo empezaste tú, cierra esta página.",
  "code.wrong": "Ese código no es correcto. Escribe las ocho cifras del correo más reciente.",
  "code.gone":
    "Este código ya no es válido: se ha usado, tiene más de 10 minutos o se envió para otro navegador. Sigue el enlace del correo o pide uno nuevo.",
  "code.tries":
    "Se han escrito demasiados códigos incorrectos, así que el código ya no es válido. Sigue el enlace del correo o pide uno nuevo.",
  "code.store":
    "No es posible en este momento. Tu código no se ha gastado: inténtalo de nuevo dentro de unos minutos.",
  heldKeep: "Conservar el acceso con {ways}",
  heldHint:
    "Estaba conectado antes de que se confirmara esta dirección. Marca la casilla solo si lo conectaste tú.",
  heldSubject: "¿Fuiste tú? {provider} en {app}",
  heldHeading: "Volver a conectar {provider} en {app}",
  heldMore:
    "Alguien, quizá tú, intentó iniciar sesión en tu cuenta con {provider}. Estaba conectado antes de que se confirmara tu dirección, por eso te preguntamos. Sigue el enlace antes de 15 minutos, en el navegador en el que lo intentaste, y vuelve a iniciar sesión con {provider}.",
  heldButton: "Fui yo: volver a conectar",
  heldClosing: "Si no fuiste tú, ignora este correo: nadie entra.",
  mailCodeLead:
    "O escribe este código, en los próximos 10 minutos, en el navegador en el que pediste el correo:",
  mailCodeClosing: "No des el código a nadie: nunca te lo pediremos. Si no pediste este correo, ignóralo.",
  leaveTitle: "Cerrar la sesión en {provider}",
  leaveText: "La sesión se ha cerrado aquí. Continúe para cerrarla también en {provider}.",
  leaveOn: "Continuar",
  leaveHere: "La sesión se ha cerrado aquí",
  leaveRest: "Es posible que la sesión siga abierta en {provider}.",
};

// Notes what the page's policy keeps from loading.
document.addEventListener("securitypolicyviolation", (event) =>
  console.log(`refused: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
);

# Suite and emulator in one image: docker build -t payconform .
FROM node:20-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run --silent build
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# Keeps what V8 compiles beside the code: the user below cannot, and would compile it at each start.
RUN node dist/cli/main.js run --rules payment-intents/create-status --no-allure --quiet --out "$(mktemp -d)"

FROM node:20-slim
COPY --from=build /source/package.json /source/LICENSE /opt/payconform/
COPY --from=build /source/node_modules /opt/payconform/node_modules
COPY --from=build /source/dist /opt/payconform/dist
USER node
# The user's folder: payconform.yaml is read here, payconform-out is written here.
WORKDIR /work
ENTRYPOINT ["node", "/opt/payconform/dist/cli/main.js"]
CMD ["run"]

FROM node:22.23.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
# Optional is what downloads a Temporal server, and what compiles workflows, which is done by now. The Temporal SDK
# brings its native code for every platform; this image has one.
RUN npm prune --omit=dev --omit=optional --ignore-scripts \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

# One image for the worker, the gateway, the sandbox and the commands. What healthy means depends on which of them
# runs, so docker-compose.yml says it for each.
FROM node:22.23.2-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/examples examples
# Made here so that volumes mounted there begin with the right owner.
RUN install -d -o node -g node /store /releases
# The user "node", by number: Kubernetes wants to see that it is not root.
USER 1000:1000
WORKDIR /releases
ENV LOCRELEASE_STORE=/store
EXPOSE 8088
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["--help"]

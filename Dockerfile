# Two stages: packages are installed where pip and a compiler's leavings may lie about; the bot gets the result alone.
FROM python:3.11-slim AS packages
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /state --shell /usr/sbin/nologin lawbot \
    && install -d -o lawbot -g lawbot -m 700 /state && install -d /documents
COPY --from=packages /venv /venv
WORKDIR /app
COPY bot.py ./
COPY lawbot lawbot
COPY lawbot_importers lawbot_importers
COPY lawbot_handbook lawbot_handbook
COPY data data
RUN /venv/bin/python -m compileall -q lawbot lawbot_importers lawbot_handbook
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 LAWBOT_STATE=/state LAWBOT_DOCUMENTS=/documents LAWBOT_WATCH=127.0.0.1:9100
USER lawbot
VOLUME /state
# Discord's gateway answers heartbeats; the first start builds the lawbook, which takes a minute on a small machine
HEALTHCHECK --interval=60s --timeout=10s --start-period=180s --retries=3 CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://' + os.environ['LAWBOT_WATCH'] + '/healthz', timeout=5)"]
CMD ["python", "bot.py"]

// SPDX-License-Identifier: Apache-2.0
// Trains embeddings of people by who knows whom, and reads one of them: node train.js HOST:PORT
const IgniteClient = require('apache-ignite-client');

const {IgniteClientConfiguration, ObjectType, SqlFieldsQuery} = IgniteClient;

const JOB = `
name: friends
source:
  type: ignite
  vertices: {query: "SELECT ID, TEAM, AGE FROM PERSON", key: ID, label: TEAM, features: [AGE]}
  edges: {query: "SELECT A, B FROM KNOWS", source: A, destination: B}
graph: {name: people, symmetrize: true, partitions: 4}
model: {hidden: 16}
task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
training: {epochs: 5, fanouts: [5, 5], batchSize: 32, trainers: 1, baseline: false}
publish: {embeddings: true}
`;

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

async function main(address) {
  const ignite = new IgniteClient();
  await ignite.connect(new IgniteClientConfiguration(address));
  try {
    const text = ObjectType.PRIMITIVE_TYPE.STRING;
    const requests = ignite.getCache('graphember.requests').setKeyType(text).setValueType(text);
    const states = ignite.getCache('graphember.status').setKeyType(text).setValueType(text);
    const sql = async (query, ...values) => (await requests.query(
      new SqlFieldsQuery(query).setSchema('PUBLIC').setArgs(...values))).getAll();

    await sql('CREATE TABLE PERSON (ID BIGINT PRIMARY KEY, TEAM VARCHAR, AGE DOUBLE)');
    await sql('CREATE TABLE KNOWS (ID BIGINT PRIMARY KEY, A BIGINT, B BIGINT)');
    const people = 200;
    const rows = (row) => Array.from({length: people}, (_, p) => row(p)).join(', ');
    await sql('INSERT INTO PERSON (ID, TEAM, AGE) VALUES '
      + rows((p) => `(${p}, '${p % 2 ? 'red' : 'blue'}', ${20 + (p % 2) * 5 + (p % 7)})`));
    await sql('INSERT INTO KNOWS (ID, A, B) VALUES '
      + rows((p) => `(${p}, ${p}, ${(p + 2) % people})`));

    await requests.put('friends', JOB);
    let state = {};
    while (!['DONE', 'FAILED', 'CANCELLED', 'REFUSED'].includes(state.status)) {
      await pause(200);
      state = JSON.parse(await states.get('friends') || '{}');
      console.log(state.status, state.phase, state.epoch, state.loss);
    }
    if (state.status !== 'DONE') {
      throw new Error(JSON.stringify(state.error || state.refused));
    }

    const embeddings = ignite.getCache(state.results.embeddings)
      .setKeyType(ObjectType.PRIMITIVE_TYPE.LONG);
    const vector = await embeddings.get(7);
    console.log('embedding of person 7:', await vector.getField('values'));
  } finally {
    ignite.disconnect();
  }
}

main(process.argv[2]).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

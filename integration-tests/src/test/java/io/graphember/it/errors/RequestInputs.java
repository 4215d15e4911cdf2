// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.it.Await;
import io.graphember.it.Jobs;
import io.graphember.jobs.NodeError;
import io.graphember.schema.InputError;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What a client that is not ours may send: raw calls of the service. */
final class RequestInputs {
  private RequestInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "a client of another protocol version",
              NodeError.PROTOCOL_MISMATCH,
              stage -> Refusal.of(stage.service().hello(99))),
          new BadInput(
              "a job that is missing",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().submit(null, new byte[0]))),
          new BadInput(
              "a job that is no YAML",
              ConfigError.SETTINGS_UNREADABLE,
              stage -> Refusal.of(stage.service().submit("name: [", new byte[0]))),
          new BadInput(
              "a job with a wrong setting",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  Refusal.of(
                      stage
                          .service()
                          .submit(
                              "{name: a, graph: {name: g}, training: {epochs: -1}}", new byte[0]))),
          new BadInput(
              "a job with a source, which nobody would read",
              NodeError.SOURCE_UNREAD,
              stage -> Refusal.of(stage.service().submit(Stage.GENERATED, new byte[0]))),
          new BadInput(
              "a job name with a path",
              ConfigError.SETTINGS_INVALID,
              stage ->
                  Refusal.of(
                      stage.service().submit("{name: ../a, graph: {name: g}}", new byte[0]))),
          new BadInput(
              "a graph name with a path",
              ConfigError.SETTINGS_INVALID,
              stage -> Refusal.of(stage.service().beginLoad("name: ../g", "{}"))),
          new BadInput(
              "a graph without settings",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().beginLoad(null, "{}"))),
          new BadInput(
              "a header that is no JSON",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().beginLoad("name: g", "{keys"))),
          new BadInput(
              "a header that says nothing",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().beginLoad("name: g", "null"))),
          new BadInput(
              "a header without types",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().beginLoad("name: g", "{}"))),
          new BadInput(
              "a header without the kind of its keys",
              NodeError.REQUEST_MALFORMED,
              stage ->
                  Refusal.of(stage.service().beginLoad("name: g", header("\"featureDim\": 0")))),
          new BadInput(
              "a header with an unknown kind of keys",
              NodeError.REQUEST_MALFORMED,
              stage ->
                  Refusal.of(stage.service().beginLoad("name: g", header("\"keys\": \"INT32\"")))),
          new BadInput(
              "a header with too many features",
              NodeError.REQUEST_MALFORMED,
              stage ->
                  Refusal.of(
                      stage
                          .service()
                          .beginLoad(
                              "name: g", header("\"keys\": \"INT64\", \"featureDim\": 1048577")))),
          new BadInput(
              "a load that is not open",
              NodeError.LOAD_UNKNOWN,
              stage -> Refusal.of(stage.service().append(4711, 0, new byte[8]))),
          new BadInput(
              "a piece that is missing", NodeError.REQUEST_MALFORMED, stage -> piece(stage, null)),
          new BadInput(
              "a piece that is none",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, new byte[16])),
          new BadInput(
              "a piece that is cut short",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, Arrays.copyOf(good().encode(), 40))),
          new BadInput(
              "a piece that goes on after its end",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, Arrays.copyOf(good().encode(), 400))),
          new BadInput(
              "a piece that is too large",
              InputError.PIECE_TOO_LARGE,
              stage -> piece(stage, new byte[Piece.MAX_BYTES + 1])),
          new BadInput(
              "a piece of another kind of keys",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, new EdgePiece(KeyColumn.of("a"), KeyColumn.of("b")).encode())),
          new BadInput(
              "a piece with a NaN feature",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, piece(0, Float.NaN).encode())),
          new BadInput(
              "a piece with an infinite feature",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, piece(0, Float.POSITIVE_INFINITY).encode())),
          new BadInput(
              "a piece with a label below -1",
              InputError.PIECE_MALFORMED,
              stage -> piece(stage, piece(-2, 0).encode())),
          new BadInput(
              "a label number that no graph has",
              GraphError.GRAPH_TOO_LARGE,
              stage -> piece(stage, piece(1 << 20, 0).encode())),
          new BadInput(
              "pieces out of order", NodeError.REQUEST_MALFORMED, RequestInputs::outOfOrder),
          new BadInput(
              "a piece after a load has failed",
              NodeError.REQUEST_MALFORMED,
              RequestInputs::afterFailure),
          new BadInput(
              "label names that are no list",
              NodeError.REQUEST_MALFORMED,
              stage -> commit(stage, "{}")),
          new BadInput(
              "a label name that is missing",
              NodeError.REQUEST_MALFORMED,
              stage -> commit(stage, "[[\"a\", null]]")),
          new BadInput(
              "a label outside the classes",
              GraphError.PIECE_MISMATCH,
              RequestInputs::labelOutside),
          new BadInput(
              "a graph to drop without its name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().dropGraph(null, false))),
          new BadInput(
              "results to drop of what is no name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().dropResults("bad", "a/b"))),
          new BadInput(
              "a model to drop without its job's name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().dropModel("bad", null))),
          new BadInput(
              "results to put back of what is no name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().restoreResults("bad", "a/b"))),
          new BadInput(
              "a model to train on no more of what is no name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().stopRetraining("a/b", "job"))),
          new BadInput(
              "a node to forget without its name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().forget(null))),
          new BadInput(
              "a graph that is to follow a query",
              NodeError.FOLLOW_REFUSED,
              stage ->
                  Refusal.of(
                      stage
                          .service()
                          .loadTables(
                              Json.write(
                                  TablesRequest.of(
                                      "{name: bad, follow: true}",
                                      "{type: ignite, edges: {query: 'SELECT a, b FROM t'}}"))))),
          new BadInput(
              "a graph that is to follow files",
              NodeError.FOLLOW_REFUSED,
              stage -> stage.train(Stage.GENERATED, "--set", "graph.follow=true")),
          new BadInput(
              "following that ends without the graph's name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().endFollow(null))),
          new BadInput(
              "a retention of less than a day",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().setRetention("bad", "{\"days\": 0}"))),
          new BadInput(
              "a retention of a graph that is not there",
              NodeError.GRAPH_UNKNOWN,
              stage -> Refusal.of(stage.service().setRetention("nothing", "{\"days\": 1}"))),
          new BadInput(
              "the result of an unknown job",
              NodeError.JOB_UNKNOWN,
              stage -> Refusal.of(stage.service().jobResult(4711))),
          new BadInput(
              "cancelling an unknown job",
              NodeError.JOB_UNKNOWN,
              stage -> Refusal.of(stage.service().cancelJob(4711))),
          new BadInput(
              "resuming an unknown job",
              NodeError.JOB_UNKNOWN,
              stage -> Refusal.of(stage.service().resumeJob(4711, "[]"))),
          new BadInput(
              "the settings of an unknown job",
              NodeError.JOB_UNKNOWN,
              stage -> Refusal.of(stage.service().jobSettings(4711))),
          new BadInput(
              "resuming a job without its changes",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().resumeJob(4711, null))),
          new BadInput(
              "a publication without its kind",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().publications("g", "a", null))),
          new BadInput(
              "vertices that are similar to nothing",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().similar("g", "a", "{}"))),
          new BadInput(
              "vertices that are similar to one that is not there",
              NodeError.VERTEX_NOT_EMBEDDED,
              RequestInputs::unknownVertex),
          new BadInput(
              "predictions of nothing",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().predict("g", "a", "{}"))),
          new BadInput(
              "rows to change of nothing",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().changeRows("g", "{}", new byte[0]))),
          new BadInput(
              "a node to drain without its name",
              NodeError.REQUEST_MALFORMED,
              stage -> Refusal.of(stage.service().drain(null))),
          new BadInput(
              "a node to drain that is not there",
              NodeError.NODE_UNKNOWN,
              stage -> Refusal.of(stage.service().drain("node-9"))),
          new BadInput(
              "a load of a node that is drained",
              NodeError.NODE_DRAINED,
              RequestInputs::loadOfDrained),
          new BadInput(
              "nodes for new work while all are drained",
              NodeError.NODE_DRAINED,
              stage -> drained(stage, () -> stage.service().openNodes())),
          new BadInput(
              "more loads at once than a node takes",
              NodeError.NODE_BUSY,
              RequestInputs::manyLoads));

  private static final String HEADER = header("\"keys\": \"INT64\", \"featureDim\": 1");

  /** One vertex type with these fields, one edge type. */
  private static String header(String fields) {
    return "{\"vertexTypes\": [{\"name\": \"v\", \"labels\": true, %s}], \"edgeTypes\": [{\"name\": \"e\"}]}"
        .formatted(fields);
  }

  private static VertexPiece good() {
    return piece(0, 1);
  }

  /** Two vertices; the second has this label and feature. */
  private static VertexPiece piece(int label, float feature) {
    return new VertexPiece(
        KeyColumn.of(1L, 2L), new int[] {0, label}, null, new float[] {0, feature});
  }

  private static long begin(GraphemberService service) {
    return Json.value(service.beginLoad("name: bad", HEADER), new TypeReference<Long>() {});
  }

  private static Refusal loadOfDrained(Stage stage) {
    return drained(stage, () -> stage.service().beginLoad("name: bad", HEADER));
  }

  private static Refusal drained(Stage stage, Supplier<String> call) {
    stage.service().drain("node-0");
    try {
      return Refusal.of(call.get());
    } finally {
      stage.service().undrain("node-0");
    }
  }

  private static Refusal piece(Stage stage, byte[] bytes) {
    GraphemberService service = stage.service();
    long load = begin(service);
    try {
      return Refusal.of(service.append(load, 0, bytes));
    } finally {
      service.abortLoad(load);
    }
  }

  private static Refusal outOfOrder(Stage stage) {
    GraphemberService service = stage.service();
    long load = begin(service);
    try {
      return Refusal.of(service.append(load, 5, good().encode()));
    } finally {
      service.abortLoad(load);
    }
  }

  private static Refusal afterFailure(Stage stage) {
    GraphemberService service = stage.service();
    long load = begin(service);
    try {
      Refusal.of(service.append(load, 0, new byte[16]));
      return Refusal.of(service.append(load, 0, good().encode()));
    } finally {
      service.abortLoad(load);
    }
  }

  private static Refusal commit(Stage stage, String labelNames) {
    GraphemberService service = stage.service();
    long load = begin(service);
    try {
      service.append(load, 0, good().encode());
      return Refusal.of(service.commitLoad(load, labelNames));
    } finally {
      service.abortLoad(load);
    }
  }

  private static Refusal labelOutside(Stage stage) {
    GraphemberService service = stage.service();
    long load = begin(service);
    try {
      service.append(load, 0, piece(2, 0).encode());
      service.commitLoad(load, "[[\"a\", \"b\"]]");
      TypeReference<LoadState> type = new TypeReference<>() {};
      Await.until(Duration.ofSeconds(20), () -> Json.value(service.loadState(load), type).ended());
      return Refusal.of(Json.value(service.loadState(load), type).error().toException());
    } finally {
      service.abortLoad(load);
    }
  }

  private static Refusal manyLoads(Stage stage) {
    GraphemberService service = stage.service();
    List<Long> loads = new ArrayList<>();
    try {
      for (int i = 0; i < 32; i++) {
        loads.add(begin(service));
      }
      return Refusal.of(service.beginLoad("name: bad", HEADER));
    } finally {
      loads.forEach(service::abortLoad);
    }
  }

  private static Refusal unknownVertex(Stage stage) {
    final JobSettings job = Jobs.parse(Stage.EMBEDDED);
    Jobs.load(stage.client(), job);
    Jobs.run(stage.client(), job);
    try {
      return Refusal.of(
          stage.service().similar("bad", "bad", Json.write(SimilarRequest.to("nobody"))));
    } finally {
      stage.client().dropGraph("bad", true);
    }
  }
}

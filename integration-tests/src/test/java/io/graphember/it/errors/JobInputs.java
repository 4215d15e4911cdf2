// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.error.CliError;
import io.graphember.client.ClientError;
import io.graphember.client.JobHandle;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Vector;
import io.graphember.client.table.TableError;
import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.it.Await;
import io.graphember.it.Jobs;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryError;
import io.graphember.sampling.SamplingError;
import io.graphember.schema.InputError;
import io.graphember.tensor.TensorError;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.ignite.IgniteCache;

/** What may be wrong with a job or the graph it runs on. */
final class JobInputs {
  /** On the graph of {@link Stage#GENERATED}, by the model that its job leaves. */
  private static final String INFERENCE =
      """
      name: infer
      graph: {name: bad}
      model: {hidden: 4}
      job: infer
      inference: {model: bad}
      """;

  private JobInputs() {}

  static final List<BadInput> ALL =
      List.of(
          new BadInput(
              "a model that looks at features of edges, which have none",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage ->
                      stage.train(
                          Stage.GENERATED, "--set", "model.type=gat-e", "--set", "model.heads=1"))),
          new BadInput(
              "classes of a vertex type that the graph does not have",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage -> stage.train(Stage.GENERATED, "--set", "task.vertexType=venue"))),
          new BadInput(
              "a graph without labels",
              TrainingError.TASK_UNFIT,
              Stage.loaded(stage -> stage.csv("id,class,w1\n1,,0\n2,,1\n", Stage.EDGES))),
          new BadInput(
              "a graph with one class",
              TrainingError.TASK_UNFIT,
              Stage.loaded(stage -> stage.csv("id,class,w1\n1,a,0\n2,a,1\n", Stage.EDGES))),
          new BadInput(
              "an empty train split",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage -> stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "task.split.train=0"))),
          new BadInput(
              "no split at all",
              TrainingError.TASK_UNFIT,
              stage -> stage.csv(Stage.VERTICES, Stage.EDGES, "--set", "task.split=null")),
          new BadInput(
              "members of a split without a label",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage ->
                      stage.csv(
                          "id,class,w1,split\n1,a,0,train\n2,b,1,\n3,,1,train\n",
                          Stage.EDGES,
                          "--set",
                          "source.vertices.split=split",
                          "--set",
                          "task.split=null"))),
          new BadInput(
              "a regression of vertices without targets",
              TrainingError.TASK_UNFIT,
              Stage.loaded(stage -> stage.train(Stage.GENERATED, "--set", "task.type=regression"))),
          new BadInput(
              "several labels that are neither 0 nor 1",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage ->
                      stage.csv(
                          "id,class,w1,price\n1,a,0,7\n2,b,1,9\n3,,1,8\n",
                          Stage.EDGES,
                          "--set",
                          "source.vertices.targets=[price]",
                          "--set",
                          "task.type=multi-label"))),
          new BadInput(
              "sampling by weight where edges have none",
              SamplingError.EDGE_COLUMN_MISSING,
              Stage.loaded(
                  stage -> stage.train(Stage.GENERATED, "--set", "sampling.order=weight"))),
          new BadInput(
              "sampling by time where edges have none",
              SamplingError.EDGE_COLUMN_MISSING,
              Stage.loaded(stage -> stage.train(Stage.GENERATED, "--set", "sampling.before=5"))),
          new BadInput(
              "clusters of a column that the vertices do not have",
              SamplingError.VERTEX_COLUMN_MISSING,
              Stage.loaded(
                  stage ->
                      stage.train(
                          Stage.GENERATED,
                          "--set",
                          "training.batch={type: cluster-batch, clusters: column}"))),
          new BadInput(
              "times of seeds where vertices have none",
              SamplingError.VERTEX_COLUMN_MISSING,
              Stage.loaded(stage -> stage.train(Stage.GENERATED, "--set", "sampling.before=seed"))),
          new BadInput(
              "an edge type that the graph does not have",
              SamplingError.EDGE_TYPE_UNKNOWN,
              Stage.loaded(
                  stage ->
                      stage.train(
                          Stage.GENERATED,
                          "--set",
                          "sampling.edgeTypes=[{name: pays, fanouts: [2]}]"))),
          new BadInput(
              "prediction of edges of a type that the graph does not have",
              SamplingError.EDGE_TYPE_UNKNOWN,
              Stage.loaded(
                  stage ->
                      stage.train(
                          Stage.GENERATED, "--set", "task={type: links, edgeTypes: [edges]}"))),
          new BadInput(
              "prediction of edges where there are none",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage ->
                      stage.train(
                          "{name: bad, source: {type: block-model, vertices: 9,"
                              + " classes: 2, words: 2, wordsPerVertex: 1, degree: 0}, graph:"
                              + " {name: bad, partitions: 2}, task: {type: links}}"))),
          new BadInput(
              "classes of edges that have none",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage -> stage.train(Stage.GENERATED, "--set", "task={type: edge-classes}"))),
          new BadInput(
              "numbers of edges that have none",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage -> stage.train(Stage.GENERATED, "--set", "task={type: edge-regression}"))),
          new BadInput(
              "embeddings of a graph without edges",
              TrainingError.TASK_UNFIT,
              Stage.loaded(
                  stage ->
                      stage.embed(
                          "{name: bad, source: {type: block-model, vertices: 9,"
                              + " classes: 2, words: 2, wordsPerVertex: 1, degree: 0}, graph:"
                              + " {name: bad, partitions: 2}, job: embed, embedding: {}}"))),
          new BadInput(
              "embeddings with a step size that is too large",
              TensorError.GRADIENT_NOT_FINITE,
              Stage.loaded(
                  stage ->
                      stage.embed(
                          Stage.EMBEDDED,
                          "--set",
                          "embedding.learningRate=100",
                          "--set",
                          "embedding.optimizer=momentum"))),
          new BadInput(
              "embeddings that start from a job that left none",
              NodeError.EMBEDDING_UNKNOWN,
              Stage.loaded(
                  stage -> stage.embed(Stage.EMBEDDED, "--set", "embedding.from=nothing"))),
          new BadInput(
              "embeddings that start from narrower ones",
              NodeError.EMBEDDING_MISMATCH,
              Stage.loaded(JobInputs::narrower)),
          new BadInput(
              "a model from a file that asks for embeddings",
              CliError.JOB_UNFIT,
              stage -> stage.train(Stage.EMBEDDED)),
          new BadInput(
              "embeddings from a file that asks for a model",
              CliError.JOB_UNFIT,
              stage -> stage.embed(Stage.GENERATED)),
          new BadInput(
              "a file of labels that is not there",
              InputError.INPUT_MISSING,
              stage ->
                  stage.embed(
                      Stage.EMBEDDED, "--set", "embedding.evaluation={labels: groups.csv}")),
          new BadInput(
              "labels of other vertices",
              CliError.LABELS_MISSING,
              Stage.loaded(
                  stage -> {
                    stage.write("groups.csv", "id,label\nnobody,a\n");
                    return stage.embed(
                        Stage.EMBEDDED, "--set", "embedding.evaluation={labels: groups.csv}");
                  })),
          new BadInput(
              "a graph that is not in the cluster",
              NodeError.GRAPH_UNKNOWN,
              stage -> stage.train("{name: a, graph: {name: cora}}")),
          new BadInput(
              "a backend that is not installed",
              NodeError.BACKEND_UNKNOWN,
              stage -> stage.train(Stage.GENERATED, "--set", "backend=cuda")),
          new BadInput(
              "features that are too large to compute with",
              TrainingError.LOSS_NOT_FINITE,
              Stage.loaded(
                  stage ->
                      stage.csv(
                          "id,class,w1,w2\n1,a,3e38,3e38\n2,b,3e38,-3e38\n3,a,-3e38,3e38\n",
                          "src,dst\n1,2\n2,1\n3,1\n3,2\n1,3\n2,3\n",
                          "--set",
                          "training.learningRate=100",
                          "--set",
                          "training.optimizer=sgd",
                          "--set",
                          "task.split={train: 1, valid: 0, test: 0}",
                          "--set",
                          "training.epochs=5"))),
          new BadInput(
              "starting from a job that left no model",
              NodeError.MODEL_UNKNOWN,
              Stage.loaded(stage -> stage.train(Stage.GENERATED, "--set", "model.from=nothing"))),
          new BadInput(
              "starting from a model of another shape",
              NodeError.MODEL_MISMATCH,
              Stage.loaded(JobInputs::otherShape)),
          new BadInput(
              "inference by a job that left no model",
              NodeError.MODEL_UNKNOWN,
              Stage.loaded(JobInputs::noModel)),
          new BadInput(
              "inference by a model of another shape",
              NodeError.MODEL_MISMATCH,
              Stage.loaded(JobInputs::otherModel)),
          new BadInput(
              "inference that publishes nothing",
              TrainingError.TASK_UNFIT,
              Stage.loaded(JobInputs::nothingPublished)),
          new BadInput(
              "inference over pairs with a vertex that does not exist",
              GraphError.VERTEX_UNKNOWN,
              Stage.loaded(stage -> pairs(stage, "source,destination\n1,2\n2,9\n"))),
          new BadInput(
              "inference over pairs with a key of another kind",
              GraphError.VERTEX_UNKNOWN,
              Stage.loaded(stage -> pairs(stage, "source,destination\n1,two\n"))),
          new BadInput(
              "training from a file that asks for inference",
              CliError.JOB_UNFIT,
              stage -> stage.train(INFERENCE)),
          new BadInput(
              "inference from a file that asks for training",
              CliError.JOB_UNFIT,
              stage -> stage.infer(Stage.GENERATED)),
          new BadInput(
              "inference of neighbours that are chosen",
              ConfigError.SETTINGS_INVALID,
              stage -> stage.infer(INFERENCE, "--set", "sampling.direction=both")),
          new BadInput(
              "a cache to read that is not there",
              TableError.QUERY_FAILED,
              stage -> Refusal.of(() -> stage.client().tables().cache("friends"))),
          new BadInput(
              "a query, and no node with a query engine",
              TableError.QUERY_FAILED,
              stage -> Refusal.of(() -> stage.client().tables().query("SELECT a, b FROM Knows"))),
          new BadInput(
              "results that nobody published",
              ClientError.PUBLICATION_MISSING,
              stage -> Refusal.of(() -> stage.client().predictions("cora", "cora-gcn"))),
          new BadInput(
              "results by a key of another kind",
              ClientError.KEY_MISMATCH,
              Stage.loaded(JobInputs::otherKeys)),
          new BadInput(
              "an export of results that nobody published",
              ClientError.PUBLICATION_MISSING,
              stage -> export(stage, "cora", "cora-gcn")),
          new BadInput(
              "an export of results of which one was removed",
              ClientError.RESULTS_INCOMPLETE,
              Stage.loaded(stage -> exportOfChanged(stage, (cache, key) -> cache.remove(key)))),
          new BadInput(
              "an export of results of which one was changed",
              ClientError.RESULTS_INCOMPLETE,
              Stage.loaded(
                  stage ->
                      exportOfChanged(
                          stage, (cache, key) -> cache.put(key, new Vector(new float[3]))))),
          new BadInput(
              "a job that is not known",
              NodeError.JOB_UNKNOWN,
              stage -> Refusal.of(() -> stage.client().job(4711).state())),
          new BadInput(
              "the result of a job that failed", NodeError.JOB_NOT_DONE, JobInputs::resultOfFailed),
          new BadInput(
              "a load that is larger than the memory budget",
              MemoryError.MEMORY_BUDGET_EXCEEDED,
              stage ->
                  stage.train(
                      Stage.GENERATED,
                      "--set",
                      "source.vertices=2000000",
                      "--set",
                      "source.words=16")),
          new BadInput(
              "a load when most of the budget is taken",
              MemoryError.MEMORY_BUSY,
              stage -> stage.withoutMemory(1 << 10, here -> here.train(Stage.GENERATED))),
          new BadInput(
              "a job whose slabs do not fit beside what is taken",
              MemoryError.MEMORY_BUSY,
              Stage.loaded(JobInputs::slabs)));

  private static Refusal noModel(Stage stage) throws IOException {
    train(stage);
    return stage.infer(INFERENCE, "--set", "inference.model=nothing");
  }

  private static Refusal pairs(Stage stage, String pairs) throws IOException {
    train(stage);
    stage.write("pairs.csv", pairs);
    return stage.infer(INFERENCE, "--set", "inference.edgeFile=pairs.csv");
  }

  private static Refusal otherModel(Stage stage) throws IOException {
    train(stage);
    return stage.infer(INFERENCE, "--set", "model.hidden=5");
  }

  private static Refusal nothingPublished(Stage stage) throws IOException {
    train(stage);
    return stage.infer(INFERENCE, "--set", "publish={predictions: false, embeddings: false}");
  }

  private static Refusal export(Stage stage, String graph, String job) {
    String to = stage.folder().resolve("results").toString();
    return stage.run(
        "export", graph, job, "--kind", "embeddings", "--to", to, "--connect", stage.address());
  }

  private static Refusal exportOfChanged(
      Stage stage, BiConsumer<IgniteCache<Object, Vector>, Object> change) {
    train(stage);
    String cache = stage.client().embeddings("bad", "bad").publication().cache();
    IgniteCache<Object, Vector> results = stage.cluster().node(0).cache(cache);
    change.accept(results, results.iterator().next().getKey());
    Refusal refusal = export(stage, "bad", "bad");
    assertThat(stage.folder().resolve("results")).doesNotExist();
    return refusal;
  }

  /** One key and several are refused alike. */
  private static Refusal otherKeys(Stage stage) throws Exception {
    train(stage);
    PublishedTable<float[]> results = stage.client().embeddings("bad", "bad");
    Refusal several = Refusal.of(() -> results.getAll(Set.of(1708L)));
    Refusal one = Refusal.of(() -> results.get(1708L));
    assertThat(several).isEqualTo(one);
    return one;
  }

  private static void train(Stage stage) {
    JobSettings job = Jobs.parse(Stage.GENERATED);
    Jobs.load(stage.client(), job);
    Jobs.run(stage.client(), job);
  }

  private static Refusal otherShape(Stage stage) throws IOException {
    JobSettings job = Jobs.parse(Stage.GENERATED);
    Jobs.load(stage.client(), job);
    Jobs.run(stage.client(), job);
    return stage.train(
        Stage.GENERATED.replaceAll("(?m)^source: .*\\n", ""),
        "--set",
        "model.from=bad",
        "--set",
        "model.hidden=5");
  }

  private static Refusal narrower(Stage stage) throws IOException {
    JobSettings job = Jobs.parse(Stage.EMBEDDED, "embedding.epochs=1");
    Jobs.load(stage.client(), job);
    Jobs.run(stage.client(), job);
    return stage.embed(
        Stage.EMBEDDED.replaceAll("(?m)^source: .*\\n", ""),
        "--set",
        "embedding.from=bad",
        "--set",
        "embedding.dim=16");
  }

  private static Refusal resultOfFailed(Stage stage) throws Exception {
    JobHandle job = stage.client().submit("{name: a, graph: {name: cora}}");
    Await.until(Duration.ofSeconds(20), () -> job.state().status() == JobState.Status.FAILED);
    return Refusal.of(job::result);
  }

  private static Refusal slabs(Stage stage) throws Exception {
    JobSettings job = Jobs.parse(Stage.GENERATED);
    Jobs.load(stage.client(), job);
    return stage.withoutMemory(
        1 << 10, here -> here.train(Stage.GENERATED.replaceAll("(?m)^source: .*\\n", "")));
  }
}

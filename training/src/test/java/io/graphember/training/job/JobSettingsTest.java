// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.config.SettingsReference;
import io.graphember.config.SettingsReference.Entry;
import io.graphember.graph.GraphSettings.UnknownVertices;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.training.TrainingError;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobSettingsTest {
  private static final String MINIMAL = "{name: j, graph: {name: g}}";

  /** Every setting with a value that is not its default; a few exclude each other. */
  private static final List<String> FULL =
      List.of(
          """
          name: cora
          seed: 5
          backend: djl
          source:
            format: csv
            data: some/folder
            keys: string
            normalize: row
            vertices: {file: v.csv, delimiter: ';', header: false, comment: '#', key: id, label: c,
              split: s, features: [w1, 3..9]}
            edges: {file: e.tsv, delimiter: tab, header: false, comment: '%', source: '3',
              destination: '4', weight: w, time: t, features: ['5']}
            blockModel: {vertices: 10, classes: 2, words: 5, wordsPerVertex: 3, wordNoise: 0.5,
              degree: 3, homophily: 0.9, seed: 9}
          graph:
            name: g2
            partitions: 4
            partitioner: hash-1d
            partitionerOptions: {by: destination}
            seed: 3
            symmetrize: true
            dropSelfLoops: true
            dropDuplicates: true
            unknownVertices: create
            store: compressed
            add: true
          model: {type: gcn, layers: 3, hidden: 16, inputDropout: 0.25, hiddenDropout: 0.125,
            from: earlier}
          training:
            epochs: 9
            batchSize: 32
            fanouts: [10, all, 5]
            evaluationFanouts: [25]
            evaluationBatchSize: 77
            optimizer: sgd
            learningRate: 0.5
            schedule: step
            decayEvery: 3
            decayFactor: 0.25
            warmUp: 2
            clipNorm: 1.5
            weightDecay: 0.0005
            patience: 4
            split: {train: 0.5, valid: 0.25, test: 0.125}
            trainers: 3
            prefetch: 7
            scheduling: fixed
            pushDown: false
            replicateBoundary: true
            repeatable: false
            engineThreads: 2
            baseline: false
          publish: {predictions: false, embeddings: false}
          """,
          """
          name: ogb
          source: {format: ogb, data: d, splitName: public}
          graph: {name: g}
          links: {decoder: distmult, loss: margin, negatives: 4, from: degree, margin: 0.5,
            validation: 0.2, heldOut: 0.3, rankedAgainst: 20}
          """,
          """
          name: files
          source: {format: csv, data: d, edges: {file: e}, split: {train: a, valid: b, test: c}}
          graph: {name: g}
          """,
          """
          name: types
          source:
            format: csv
            data: d
            vertexTypes: [{name: author, file: a}]
            edgeTypes: [{name: knows, from: author, to: author, file: e}]
          graph: {name: g}
          """,
          """
          name: arrays
          source:
            format: npy
            data: d
            arrays: {edges: e.npy, features: x.npy, labels: y.npy, vertices: 7, weights: w.npy,
              times: t.npy, edgeFeatures: f.npy}
          graph: {name: g}
          """,
          """
          name: queries
          source:
            format: ignite
            vertices: {query: SELECT a FROM v}
            edges: {query: "SELECT a, b FROM e"}
          graph: {name: g}
          """,
          """
          name: caches
          source: {format: ignite, vertices: {cache: v}, edges: {cache: e}}
          graph: {name: g}
          """,
          """
          name: rules
          graph: {name: g}
          sampling:
            direction: both
            order: recent
            edgeTypes:
              - {name: pays, fanouts: [5, 0], evaluationFanouts: [all, 0]}
              - {name: owns, fanouts: [3], evaluationFanouts: [9]}
            before: 99
            window: 7
          """,
          """
          name: drawn
          graph: {name: g}
          sampling: {replace: true}
          """,
          """
          name: again
          graph: {name: g, version: 3}
          """,
          """
          name: archive
          source: {format: npz, data: d, archive: {file: a.npz, edges: e, features: x, labels: y, weights: true}}
          graph: {name: g}
          """,
          """
          name: walks
          graph: {name: g}
          model: {type: gat, heads: 4, outputHeads: 2, attentionSlope: 0.1, attentionDropout: 0.6,
            bases: 3, residual: true, learnedDim: 9, layerNorm: true}
          training: {vertexType: author, balanceClasses: true}
          embedding:
            method: node2vec
            proximity: first
            dim: 32
            epochs: 3
            batchSize: 64
            walkLength: 80
            direction: both
            p: 0.5
            q: 2
            window: 5
            negatives: 7
            subsample: 0.001
            consistency: bsp
            staleness: 1
            optimizer: dense-adamw
            learningRate: 0.05
            schedule: cosine
            weightDecay: 0.01
            precision: bfloat16
            trainers: 4
            checkpointEvery: 100
            from: earlier
            evaluation: {labels: groups.csv, shares: [0.1, 0.9], repeats: 3, heldOut: 0.1}
          """,
          """
          name: kept
          graph: {name: g}
          training: {checkpointEvery: 50}
          """,
          """
          name: pairs
          graph: {name: g}
          inference: {model: trained, edgeFile: pairs.csv}
          """,
          """
          name: infer
          graph: {name: g}
          inference: {model: trained, rows: files, cacheMebibytes: 64, eviction: lru, order: degree,
            fanout: 10, edges: all, candidates: 10, excludeNeighbors: false}
          """,
          """
          name: infer-slices
          graph: {name: g}
          inference: {slices: folder, engine: onnx}
          """,
          """
          name: topics
          source:
            format: csv
            data: d
            vertices: {file: v, label: topics, labelSeparator: '|'}
            edges: {file: e}
          graph: {name: g}
          training: {task: multi-label}
          """,
          """
          name: prices
          source:
            format: csv
            data: d
            vertices: {file: v, targets: [price]}
            edges: {file: e}
          graph: {name: g}
          """,
          """
          name: near
          graph: {name: g}
          unsupervised:
            walkLength: 3
            negatives: 7
            validation: 0.2
            evaluation: {labels: groups.csv, shares: [0.1], repeats: 2, heldOut: 0.3}
          """,
          """
          name: kinds
          source: {format: csv, data: d, edges: {file: e, label: kind}}
          graph: {name: g}
          edgeClasses: {validation: 0.05, test: 0.3}
          """,
          """
          name: numbers
          source: {format: npy, data: d, arrays: {edges: e.npy, targets: y.npy}}
          graph: {name: g}
          """);

  private static JobSettings bind(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(JobSettings.class);
  }

  @Test
  void theMinimalJobHasTheDocumentedDefaults() {
    JobSettings job = bind(MINIMAL);
    assertThat(job.seed()).isZero();
    assertThat(job.backend()).isNull();
    assertThat(job.source()).isNull();
    assertThat(job.graph().partitions()).isEqualTo(8);
    assertThat(job.graph().partitioner()).isEqualTo("adadne");
    assertThat(job.graph().unknownVertices()).isEqualTo(UnknownVertices.ERROR);
    assertThat(job.model())
        .isEqualTo(
            new ModelSettings(
                ModelKind.GRAPHSAGE, 2, 64, 0.5f, 0.5f, 8, 1, 0.2f, 0, 0, false, 64, false, null));
    assertThat(job.training().fanouts()).containsExactly("all");
    assertThat(job.training().split()).isNull();
    assertThat(job.publish()).isEqualTo(new PublishSettings(true, true));
    TrainingParameters parameters = TrainingParameters.of(job, GraphShape.of(5, 2));
    assertThat(parameters.rules().fanouts())
        .containsExactly(UniformNeighbors.ALL, UniformNeighbors.ALL);
    assertThat(parameters.epochs()).isEqualTo(200);
    assertThat(parameters.batchSize()).isEqualTo(1024);
    assertThat(parameters.optimizer())
        .isEqualTo(
            new OptimizerPlan(OptimizerKind.ADAM, 0.01f, RateSchedule.CONSTANT, 50, 0.5f, 0, 0, 0));
    assertThat(parameters.patience()).isZero();
    assertThat(parameters.prefetch()).isEqualTo(2);
    assertThat(parameters.pushDown()).isTrue();
    assertThat(job.training().replicateBoundary()).isFalse();
  }

  @Test
  void theFullJobArrivesWhereItBelongs() {
    JobSettings job = bind(FULL.get(0));
    TrainingParameters parameters = TrainingParameters.of(job, GraphShape.of(5, 2));
    assertThat(parameters.seed()).isEqualTo(5);
    assertThat(parameters.epochs()).isEqualTo(9);
    assertThat(parameters.batchSize()).isEqualTo(32);
    assertThat(parameters.rules().fanouts()).containsExactly(10, UniformNeighbors.ALL, 5);
    assertThat(parameters.evaluationRules().fanouts()).containsExactly(25, 25, 25);
    assertThat(parameters.evaluationBatchSize()).isEqualTo(77);
    assertThat(parameters.optimizer())
        .isEqualTo(
            new OptimizerPlan(
                OptimizerKind.SGD, 0.5f, RateSchedule.STEP, 3, 0.25f, 2, 1.5f, 0.0005f));
    assertThat(parameters.patience()).isEqualTo(4);
    assertThat(parameters.prefetch()).isEqualTo(7);
    assertThat(parameters.scheduling()).isEqualTo(Scheduling.FIXED);
    assertThat(parameters.pushDown()).isFalse();
    assertThat(job.training().replicateBoundary()).isTrue();
    assertThat(job.model().spec(GraphShape.of(11, 4)).kind()).isEqualTo(ModelKind.GCN);
    assertThat(job.model().spec(GraphShape.of(11, 4)).inputDim()).isEqualTo(11);
    assertThat(job.model().spec(GraphShape.of(11, 4)).outputDim()).isEqualTo(4);
    assertThat(job.model().spec(GraphShape.of(11, 4)).hiddenDim()).isEqualTo(16);
    assertThat(job.model().spec(GraphShape.of(11, 4)).layers()).isEqualTo(3);
    assertThat(job.model().spec(GraphShape.of(11, 4)).inputDropout()).isEqualTo(0.25f);
    assertThat(job.model().spec(GraphShape.of(11, 4)).hiddenDropout()).isEqualTo(0.125f);
  }

  /** A setting that is added without a line here fails this test. */
  @Test
  void everySettingIsSetInAFullJob() {
    List<SettingsDocument> documents =
        FULL.stream().map(yaml -> SettingsDocument.parse("job.yaml", yaml)).toList();
    for (Entry entry : SettingsReference.of(JobSettings.class).entries()) {
      if (entry.path().contains("[]")) {
        continue; // tested with the source
      }
      assertThat(documents)
          .as(entry.path() + " is in no full job of this test")
          .anyMatch(document -> document.has(entry.path()));
    }
  }

  /** What is set in a full job is not the default, so that binding it is seen. */
  @Test
  void everySettingReachesItsComponent() throws ReflectiveOperationException {
    TreeMap<String, Object> defaults = new TreeMap<>();
    flatten("", bind(MINIMAL.replace("name: j", "name: default")), defaults);
    flatten(
        "source.",
        bind("{name: j, graph: {name: g}, source: {format: block-model}}").source(),
        defaults);
    flatten(
        "source.",
        bind("{name: j, graph: {name: g}, source: {format: csv, data: d, edges: {file: f},"
                + " vertices: {file: f}}}")
            .source(),
        defaults);
    TreeMap<String, List<Object>> values = new TreeMap<>();
    for (String yaml : FULL) {
      TreeMap<String, Object> bound = new TreeMap<>();
      flatten("", bind(yaml), bound);
      bound.forEach(
          (path, value) -> values.computeIfAbsent(path, none -> new ArrayList<>()).add(value));
    }
    values.forEach(
        (path, seen) ->
            assertThat(seen)
                .as(path + " is not its default in some full job")
                .anyMatch(value -> !value.equals(defaults.get(path))));
  }

  private static void flatten(String prefix, Record settings, Map<String, Object> leaves)
      throws ReflectiveOperationException {
    for (RecordComponent component : settings.getClass().getRecordComponents()) {
      Object value = component.getAccessor().invoke(settings);
      if (value instanceof Record nested) {
        flatten(prefix + component.getName() + ".", nested, leaves);
      } else if (value != null) {
        leaves.put(prefix + component.getName(), value);
      }
    }
  }

  @Test
  void settingsCrossTheWire() {
    for (String yaml : FULL) {
      JobSettings job = bind(yaml);
      assertThat(bind(SettingsDocument.toJson(job))).isEqualTo(job);
      assertThat(bind(SettingsDocument.toJson(job.withoutSource())).source()).isNull();
      assertThat(job.withSeed(99).seed()).isEqualTo(99);
      assertThat(job.withSeed(job.seed())).isEqualTo(job);
    }
  }

  @Test
  void allProblemsComeInOneReport() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: 2x
                    graph: {name: 'a b', partitions: 0}
                    model: {layers: 5, inputDropout: 1, from: 'x y'}
                    training: {epochs: -1, fanouts: [-1, 1e6], learningRate: 0, traners: 2}
                    """))
        .hasMessage(
            """
            10 settings are wrong:
            job.yaml:1: name = 2x: must be 1 to 64 letters, digits, '-' or '_', starting with a letter
            job.yaml:2: graph.name = a b: must be 1 to 64 letters, digits, '-' or '_', starting with a letter
            job.yaml:2: graph.partitions = 0: must be at least 1
            job.yaml:3: model.layers = 5: must be at most 4
            job.yaml:3: model.inputDropout = 1: must be less than 1
            job.yaml:3: model.from = x y: must be the name of a job
            job.yaml:4: training.epochs = -1: must be at least 0
            job.yaml:4: training.fanouts = [-1, ...]: must be 'all' or a number from 1 to 999999
            job.yaml:4: training.learningRate = 0: must be more than 0
            job.yaml:4: training.traners = 2: is unknown; did you mean training.trainers?""");
  }

  @Test
  void settingsThatContradictEachOtherComeInOneReport() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    training:
                      fanouts: [1, 2, 3]
                      evaluationFanouts: []
                      epochs: 0
                      engineThreads: 2
                      split: {train: 0.6, valid: 0.3, test: 0.2}
                    """))
        .hasMessage(
            """
            5 settings are wrong:
            job.yaml:4: training.fanouts = [1, ...]: must name one fanout, or one for each of the model's 2 layers
            job.yaml:5: training.evaluationFanouts = []: must name one fanout, or one for each of the model's 2 layers
            job.yaml:6: training.epochs = 0: must be 1 or more, or model.from names a trained job
            job.yaml:7: training.engineThreads = 2: must be 1 while training.repeatable is true
            job.yaml:8: training.split = {train: ...}: train, valid and test must not be more than 1 together""");
  }

  @Test
  void samplingBecomesRules() {
    JobSettings job = bind(FULL.get(7));
    TrainingParameters parameters =
        TrainingParameters.of(job, new GraphShape(List.of(5), 2, 0, List.of("owns", "pays"), 9));
    EdgeRule pays = new EdgeRule(Direction.BOTH, 1, 5, Order.RECENT, 7);
    EdgeRule owns = new EdgeRule(Direction.BOTH, 0, 3, Order.RECENT, 7);
    HopRules rules = parameters.rules();
    assertThat(rules)
        .isEqualTo(new HopRules(List.of(List.of(owns, pays), List.of(owns)), false, 99));
    assertThat(rules.fanouts()).containsExactly(8, 3);
    assertThat(parameters.evaluationRules().fanouts()).containsExactly(UniformNeighbors.ALL, 9);
    assertThat(rules.plain()).isFalse();
    assertThat(parameters.withoutEdges().rules()).isEqualTo(HopRules.in(0, 0));
    HopRules drawn = TrainingParameters.of(bind(FULL.get(8)), GraphShape.of(5, 2)).rules();
    assertThat(drawn.plain() && drawn.replacement()).isTrue();
    assertThatThrownBy(
            () ->
                TrainingParameters.of(
                    job, new GraphShape(List.of(5), 2, 0, List.of("owns", "knows"), 9)))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.EDGE_TYPE_UNKNOWN)).isTrue())
        .hasMessage("sampling.edgeTypes names pays: the graph has the edge types owns, knows.");
  }

  @Test
  void samplingThatContradictsItself() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    model: {type: gcn}
                    sampling:
                      replace: true
                      order: weight
                      window: 3
                      edgeTypes:
                        - {name: a, fanouts: [1, 0]}
                        - {name: b, fanouts: [0], evaluationFanouts: [1, 2, 3]}
                    training: {fanouts: [5]}
                    """))
        .hasMessage(
            """
            6 settings are wrong:
            job.yaml:3: model.type = gcn: must be graphsage with sampling.order, edgeTypes or before: gcn divides by the degrees of the whole graph
            job.yaml:5: sampling.replace = true: needs order: uniform, and neither edgeTypes nor before
            job.yaml:7: sampling.window = 3: needs sampling.before
            job.yaml:8: sampling.edgeTypes = [{name: ...}, ...]: fanouts must take edges of some type at hop 2
            job.yaml:8: sampling.edgeTypes = [{name: ...}, ...]: evaluationFanouts must name one fanout, or one for each of the model's 2 layers
            job.yaml:11: training.fanouts = [5]: must be left out where sampling.edgeTypes has fanouts""");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {before: 5, window: 0, edgeTypes:"
                        + " [{name: a, fanouts: [-1]}]}}"))
        .hasMessageContaining("must be 'all' or a number from 0 to 999999")
        .hasMessageContaining("sampling.window = 0: must be at least 1");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {edgeTypes:"
                        + " [{name: a, fanouts: [1]}, {name: a, fanouts: [1]}]}}"))
        .hasMessageContaining("must name a type once");
  }

  /** The same rules hold for settings that were made without a document. */
  @Test
  void parametersCheckAgain() {
    JobSettings job = bind(MINIMAL);
    TrainingSettings t = job.training();
    refused(
        with(job, List.of("1", "2", "3"), 1),
        "training.fanouts = [1, 2, 3]: must name one fanout, or one for each of the model's 2 layers.");
    refused(
        with(job, t.fanouts(), 2),
        "training.engineThreads = 2: must be 1 while training.repeatable is true.");
  }

  private static void refused(JobSettings job, String message) {
    assertThatThrownBy(() -> TrainingParameters.of(job, GraphShape.of(5, 2)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.JOB_SETTINGS)).isTrue())
        .hasMessage(message);
  }

  private static JobSettings with(JobSettings job, List<String> fanouts, int engineThreads) {
    TrainingSettings t = job.training();
    TrainingSettings changed =
        new TrainingSettings(
            t.epochs(),
            t.batchSize(),
            fanouts,
            t.evaluationFanouts(),
            t.evaluationBatchSize(),
            t.optimizer(),
            t.learningRate(),
            t.schedule(),
            t.decayEvery(),
            t.decayFactor(),
            t.warmUp(),
            t.clipNorm(),
            t.weightDecay(),
            t.patience(),
            t.task(),
            t.vertexType(),
            t.split(),
            t.balanceClasses(),
            t.trainers(),
            t.prefetch(),
            t.scheduling(),
            t.pushDown(),
            t.replicateBoundary(),
            t.repeatable(),
            engineThreads,
            t.baseline(),
            t.checkpointEvery());
    return new JobSettings(
        job.name(),
        job.seed(),
        job.backend(),
        job.source(),
        job.graph(),
        job.model(),
        job.sampling(),
        changed,
        job.publish(),
        job.links(),
        job.edgeClasses(),
        job.unsupervised(),
        job.embedding(),
        job.inference());
  }

  @Test
  void edgesArePredictedByTheWidthOfTheModel() {
    JobSettings job = bind("{name: j, graph: {name: g}, model: {hidden: 24}, links: {}}");
    assertThat(job.spec(GraphShape.of(5, 24)).decoder()).isEqualTo(DecoderSpec.DOT);
    assertThat(job.heldOut()).isEqualTo(0.1);
    LinkPlan plan = TrainingParameters.of(job, GraphShape.of(5, 24)).links().orElseThrow();
    assertThat(plan.edges().draws(EdgePart.TRAIN)).isEqualTo(950);
    assertThat(plan.edges().draws(EdgePart.VALID)).isEqualTo(50);
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, sampling: {replace: true}}"))
        .hasMessageContaining(
            "must be false with links: edges that are to be predicted are passed over");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, training: {balanceClasses: true}}"))
        .hasMessageContaining("training.balanceClasses = true: must be false with links");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, links: {}, unsupervised: {}}"))
        .hasMessageContaining("and links or edgeClasses both say what is learned; leave one out");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, links: {}, edgeClasses: {}}"))
        .hasMessageContaining("and links both say what is learned of edges; leave one out");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, edgeClasses: {validation: 0.5, test: 0.5}, sampling: {replace: true}}"))
        .hasMessageContaining("must leave edges to train on beside validation")
        .hasMessageContaining("must be false with edgeClasses: edges that are to be predicted");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, training: {task: regression}}"))
        .hasMessageContaining("training.task = regression: must be left out with links");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, training: {task: multi-label, balanceClasses: true}}"))
        .hasMessageContaining(
            "training.balanceClasses = true: must be false but for classification");
  }

  @Test
  void headsShareTheWidthOfALayer() {
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, model: {type: gat, hidden: 12}}"))
        .hasMessageContaining("must be a multiple of model.heads, which is 8");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, model: {type: hgt, residual: true}}"))
        .hasMessageContaining("must be false with model.type: hgt, which has its own");
    GraphShape featureless = GraphShape.of(0, 2);
    assertThat(bind(MINIMAL).model().spec(featureless).inputDim()).isEqualTo(64);
    LayerOptions options =
        bind(FULL.stream().filter(yaml -> yaml.contains("type: gat")).findFirst().orElseThrow())
            .model()
            .spec(new GraphShape(List.of(7, 0, 3, 0, 1), 4, 3, List.of("cites", "likes"), 9))
            .options();
    assertThat(options).isEqualTo(new LayerOptions(4, 2, 0.1f, 0.6f, 3, 2, 5, 3, true, true));
  }

  /** A model that looks at types follows each by a rule of its own, in the order of the types. */
  @Test
  void typesAreFollowedApartForAModelThatLooksAtThem() {
    GraphShape graph = new GraphShape(List.of(5, 5), 2, 0, List.of("owns", "pays"), 9);
    JobSettings job =
        bind("{name: j, graph: {name: g}, model: {type: rgcn}, training: {fanouts: [4, 3]}}");
    HopRules rules = TrainingParameters.of(job, graph).rules();
    assertThat(rules.hops().get(1))
        .containsExactly(EdgeRule.in(3).ofType(0), EdgeRule.in(3).ofType(1));
    assertThat(TrainingParameters.of(bind(MINIMAL), graph).rules().plain()).isTrue();
  }

  @Test
  void embeddingsSayWhatDoesNotGoTogether() {
    assertEmbeddingRefused("{p: 0.5}", "must be node2vec with embedding.p or embedding.q");
    assertEmbeddingRefused(
        "{method: line, subsample: 0.1}", "must be 0 with embedding.method: line");
    assertEmbeddingRefused("{method: line, dim: 7}", "must be even with embedding.proximity: both");
    assertEmbeddingRefused("{optimizer: adam}", "must be sgd with embedding.consistency: hogwild");
    assertEmbeddingRefused(
        "{precision: bfloat16}", "must be float32 with embedding.consistency: hogwild");
    assertEmbeddingRefused(
        "{batchSize: 1048576, walkLength: 10000, negatives: 1000}",
        "must be lower: with embedding.walkLength and embedding.negatives a batch names 10496245760000 vertices, more than 67108864");
    assertEmbeddingRefused(
        "{consistency: bsp, optimizer: dense-adam, weightDecay: 0.1}",
        "must be above 0 with embedding.optimizer: adamw or dense-adamw, and 0 with others");
    assertEmbeddingRefused(
        "{consistency: bsp, optimizer: adamw, learningRate: 2, weightDecay: 0.5}",
        "must be below 1 / embedding.learningRate, which is 0.5");
    assertEmbeddingRefused("{staleness: 1}", "must be 0 with embedding.consistency: hogwild");
  }

  @Test
  void optimizersOfRowsHaveTheirUsualConstants() {
    Map<RowOptimizerKind, RowOptimizer> expected = new EnumMap<>(RowOptimizerKind.class);
    LearningRate rate = LearningRate.constant(0.1f);
    expected.put(RowOptimizerKind.SGD, RowOptimizer.sgd(rate));
    expected.put(RowOptimizerKind.MOMENTUM, new RowOptimizer.Momentum(rate, 0.9f));
    expected.put(RowOptimizerKind.ADAGRAD, new RowOptimizer.Adagrad(rate, 1e-10f));
    expected.put(RowOptimizerKind.ADAM, new RowOptimizer.Adam(rate, 0.9f, 0.999f, 1e-8f, false));
    expected.put(
        RowOptimizerKind.ADAMW, new RowOptimizer.AdamW(rate, 0.9f, 0.999f, 1e-8f, 0.01f, false));
    expected.put(
        RowOptimizerKind.DENSE_ADAM, new RowOptimizer.Adam(rate, 0.9f, 0.999f, 1e-8f, true));
    expected.put(
        RowOptimizerKind.DENSE_ADAMW,
        new RowOptimizer.AdamW(rate, 0.9f, 0.999f, 1e-8f, 0.01f, true));
    for (RowOptimizerKind kind : RowOptimizerKind.values()) {
      assertThat(kind.create(rate, 0.01f)).isEqualTo(expected.get(kind));
      assertThat(kind.decays()).isEqualTo(expected.get(kind) instanceof RowOptimizer.AdamW);
    }
  }

  private static void assertEmbeddingRefused(String section, String problem) {
    assertThatThrownBy(
            () ->
                SettingsDocument.parse(
                        "job", "{name: j, graph: {name: g}, embedding: %s}".formatted(section))
                    .bind(JobSettings.class))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void fanoutsAreOneForAllLayersOrOneForEach() {
    assertThat(Fanouts.parse("fanouts", List.of("7"), 3)).containsExactly(7, 7, 7);
    assertThat(Fanouts.parse("fanouts", List.of("all", "0"), 2))
        .containsExactly(UniformNeighbors.ALL, 0);
    assertThat(Fanouts.parse("fanouts", List.of("999999"), 1)).containsExactly(999_999);
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.config.SettingsReference;
import io.graphember.config.SettingsReference.Entry;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.setting.Inlined;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;
import io.graphember.training.job.task.ClassificationSettings;
import io.graphember.training.job.task.GraphShape;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            type: csv
            data: some/folder
            encoding: latin1
            keys: string
            normalize: row
            vertices: {file: v.csv, delimiter: ';', header: false, comment: '#', key: id, label: c,
              split: s, time: at, cluster: g, features: [w1, 3..9]}
            edges: {file: e.tsv, delimiter: tab, header: false, comment: '%', source: '3',
              destination: '4', weight: w, time: t, features: ['5']}
          graph:
            name: g2
            partitions: 4
            partitioner: hash-1d
            partitionerOptions: {by: destination}
            balanceSplits: true
            seed: 3
            symmetrize: true
            dropSelfLoops: true
            dropDuplicates: true
            unknownVertices: create
            resumable: true
            store: compressed
            featurePrecision: bfloat16
            add: true
            follow: true
            followSeconds: 60
            retention: {results: 5, days: 7}
          model: {type: gcn, layers: 3, hidden: 16, inputDropout: 0.25, hiddenDropout: 0.125,
            from: earlier}
          task:
            split: {train: 0.5, valid: 0.25, test: 0.125}
          training:
            epochs: 9
            batch: {type: mini-batch}
            compute: trainers
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
            trainers: 3
            consistency: ssp
            staleness: 4
            prefetch: 7
            pushDown: false
            replicateBoundary: true
            repeatable: false
            baseline: false
            observe: {traceSteps: 20, histograms: true}
          publish: {predictions: false, embeddings: false, keepPrevious: false}
          retrain: {changedShare: 0.1, drop: 0.02, everySeconds: 60, epochs: 3, tolerance: 0.01}
          """,
          """
          name: ogb
          source: {type: ogb, data: d, splitName: public}
          graph: {name: g}
          task: {type: links, edgeTypes: [cites], decoder: distmult, loss: margin, negatives: 4, from: degree, margin: 0.5,
            validation: 0.2, heldOut: 0.3, rankedAgainst: 20, replaced: either, measured: 500}
          """,
          """
          name: files
          source: {type: csv, data: d, edges: {file: e}, split: {train: a, valid: b, test: c}}
          graph: {name: g}
          queue: {priority: 3, waitSeconds: 600}
          quota: {processorPercent: 25, networkMegabytesPerSecond: 50, memoryMegabytes: 2000}
          """,
          """
          name: types
          source:
            type: csv
            data: d
            vertexTypes: [{name: author, file: a}]
            edgeTypes: [{name: knows, from: author, to: author, file: e}]
          graph: {name: g}
          """,
          """
          name: arrays
          source:
            type: npy
            data: d
            classNames: [a, b]
            edges: e.npy
            features: x.npy
            labels: y.npy
            vertices: 7
            weights: w.npy
            times: t.npy
            edgeFeatures: f.npy
            edgeTargets: s.npy
          graph: {name: g}
          """,
          """
          name: queries
          source:
            type: ignite
            vertices: {query: SELECT a FROM v}
            edges: {query: "SELECT a, b FROM e"}
          graph: {name: g}
          """,
          """
          name: caches
          source: {type: ignite, vertices: {cache: v}, edges: {cache: e}}
          graph: {name: g}
          """,
          """
          name: tables
          source: {type: ignite, vertices: {table: v}, edges: {table: e}}
          graph: {name: g}
          """,
          SamplingSettingsTest.RULES,
          SamplingSettingsTest.DRAWN,
          """
          name: whole
          graph: {name: g}
          training: {batch: {type: global-batch, recompute: true}, compute: partitions}
          """,
          """
          name: clusters
          graph: {name: g}
          training: {batch: {type: cluster-batch, clusters: column, clusterSize: 50, clustersPerBatch: 3,
            boundaryHops: 1}}
          """,
          """
          name: nodes
          graph: {name: g}
          training: {batch: {type: saint-node, vertices: 50, coverage: 3}}
          """,
          """
          name: edges
          graph: {name: g}
          training: {batch: {type: saint-edge, edges: 50}}
          """,
          """
          name: walks
          graph: {name: g}
          training: {batch: {type: saint-walk, roots: 50, walkLength: 4}}
          """,
          """
          name: again
          graph: {name: g, version: 3}
          """,
          """
          name: blocks
          source: {type: block-model, vertices: 10, classes: 2, words: 5, wordsPerVertex: 3,
            wordNoise: 0.5, degree: 3, homophily: 0.9, seed: 9}
          graph: {name: g}
          """,
          """
          name: facts
          source: {type: triples, data: d, train: t.csv, valid: v.csv, test: s.csv, keys: int64, head: from,
            relation: kind, tail: to, delimiter: ';', header: true, comment: '#', encoding: latin1}
          graph: {name: g}
          """,
          """
          name: archive
          source: {type: npz, data: d, file: a.npz, edges: e, features: x, labels: y, classNamesArray: n, targets: t, weights: true}
          graph: {name: g}
          """,
          """
          name: walks
          graph: {name: g}
          job: embed
          embedding:
            type: node2vec
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
          name: heads
          graph: {name: g}
          model: {type: gat, heads: 4, outputHeads: 2, attentionSlope: 0.1, attentionDropout: 0.6,
            residual: true, learnableDim: 9, normalization: layer, jumpingKnowledge: lstm,
            denseBetween: 1, denseAfter: 2}
          task: {type: classification, vertexType: author, balanceClasses: true}
          """,
          """
          name: bases
          graph: {name: g}
          model: {type: rgcn, bases: 3}
          """,
          """
          name: facts
          graph: {name: g}
          job: embed
          embedding:
            type: transe
            norm: l2
            margin: 12
            loss: margin
            adversarialTemperature: 0.5
            regularizer: l2
            regularization: 0.001
            reciprocal: true
            chunkSize: 128
            filterNegatives: true
            ranked: 1000
          completion: {best: 10, ends: both, relations: [r], known: mark}
          """,
          """
          name: own
          graph: {name: g}
          job: embed
          embedding: {type: scoring, function: mine}
          completion: {best: 10, queries: queries.csv}
          """,
          """
          name: near
          graph: {name: g}
          job: embed
          embedding: {type: line, proximity: first}
          publish: {index: dot}
          """,
          """
          name: kept
          graph: {name: g}
          training: {checkpointEvery: 5min}
          """,
          """
          name: pairs
          graph: {name: g}
          job: infer
          inference: {model: trained, edgeFile: pairs.csv, edgeType: cites}
          """,
          """
          name: infer
          graph: {name: g}
          job: infer
          inference: {model: trained, rows: files, cacheMebibytes: 64, order: community,
            fanout: 10, edges: all, candidates: 10, search: index, excludeNeighbors: false}
          """,
          """
          name: infer-slices
          graph: {name: g}
          job: infer
          inference: {slices: folder, engine: onnx}
          """,
          """
          name: topics
          source:
            type: csv
            data: d
            vertices: {file: v, label: topics, labelSeparator: '|'}
            edges: {file: e}
          graph: {name: g}
          task: {type: multi-label}
          publish: {uncertainty: true}
          update: {tolerance: 0.01, onlyBelow: 0.8}
          """,
          """
          name: films
          source:
            type: csv
            data: d
            vertices: {file: v, features: [age], missing: mean, oneHot: [gender],
              multiHot: {column: genres, separator: ';'}, hash: {column: title, width: 64},
              indices: {column: words, width: 4714, separator: ','}}
            edges: {file: e}
          graph: {name: g}
          """,
          """
          name: prices
          source:
            type: csv
            data: d
            vertices: {file: v, targets: [price]}
            edges: {file: e}
          graph: {name: g}
          """,
          """
          name: epsilon
          graph: {name: g}
          model: {type: gin, learnEpsilon: false}
          """,
          """
          name: order
          graph: {name: g}
          model: {type: graphsage-lstm, neighbors: 10}
          """,
          """
          name: together
          graph: {name: g}
          model: {type: graphsage-concat, neighbors: 4}
          """,
          """
          name: facts
          graph: {name: g}
          job: embed
          embedding:
            type: transe
            norm: l2
            margin: 12
            loss: margin
            adversarialTemperature: 0.5
            regularizer: l2
            regularization: 0.001
            reciprocal: true
            chunkSize: 128
            filterNegatives: true
            ranked: 1000
          """,
          """
          name: own
          graph: {name: g}
          job: embed
          embedding: {type: scoring, function: mine}
          """,
          """
          name: near
          graph: {name: g}
          task:
            type: unsupervised
            walkLength: 3
            negatives: 7
            validation: 0.2
            evaluation: {labels: groups.csv, shares: [0.1], repeats: 2, heldOut: 0.3}
          """,
          """
          name: kinds
          source: {type: csv, data: d, edges: {file: e, label: kind}}
          graph: {name: g}
          task: {type: edge-classes, edgeType: kind, validation: 0.05, test: 0.3}
          """,
          """
          name: stars
          source:
            type: json
            data: d
            vertices: {file: v, form: fields}
            edges: {file: e, form: fields, target: stars}
          graph: {name: g}
          task: {type: edge-regression, edgeType: rates, validation: 0.05, test: 0.3}
          """,
          """
          name: numbers
          source: {type: npy, data: d, edges: e.npy, targets: y.npy}
          graph: {name: g}
          """);

  static JobSettings bind(String yaml) {
    return SettingsDocument.parse("job.yaml", yaml).bind(JobSettings.class);
  }

  @Test
  void theMinimalJobHasTheDocumentedDefaults() {
    JobSettings job = bind(MINIMAL);
    assertThat(job.seed()).isZero();
    assertThat(job.train().backend()).isEmpty();
    assertThat(job.source()).isNull();
    assertThat(job.graph().partitions()).isEqualTo(8);
    assertThat(job.graph().partitioner()).isEqualTo("adadne");
    assertThat(job.graph().balanceSplits()).isFalse();
    assertThat(job.graph().unknownVertices()).isEqualTo(UnknownVertices.ERROR);
    assertThat(job.ofModel().model())
        .isEqualTo(
            new ModelSettings(
                new GraphSage(),
                2,
                64,
                0,
                0.5f,
                false,
                64,
                Normalization.NONE,
                JumpingKnowledge.NONE,
                0,
                0,
                null));
    assertThat(job.train().training().fanouts()).isEqualTo(TrainingSettings.FANOUTS);
    assertThat(job.train().task())
        .isEqualTo(new ClassificationSettings(Optional.empty(), Optional.empty(), false));
    assertThat(job.job().publish()).isEqualTo(new PublishSettings(true, true, false, null, true));
    TrainingParameters parameters = TrainingParameters.of(job, GraphShape.of(5, 2));
    assertThat(parameters.rules().fanouts()).containsExactly(10, 10);
    assertThat(parameters.evaluationRules().fanouts())
        .containsExactly(UniformNeighbors.ALL, UniformNeighbors.ALL);
    assertThat(parameters.epochs()).isEqualTo(200);
    assertThat(parameters.batchSize()).isEqualTo(1024);
    assertThat(parameters.optimizer())
        .isEqualTo(
            new OptimizerPlan(
                OptimizerKind.ADAM, 0.01f, RateSchedule.CONSTANT, 50, 0.5f, 0, 0, 0, 0));
    assertThat(parameters.patience()).isZero();
    assertThat(parameters.prefetch()).isEqualTo(2);
    assertThat(parameters.pushDown()).isTrue();
    assertThat(job.train().training().replicateBoundary()).isFalse();
  }

  @Test
  void whetherSplitsAreBalancedIsTrueOrFalse() {
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g, balanceSplits: train}}"))
        .hasMessageEndingWith("\njob.yaml:1: graph.balanceSplits = train: must be true or false");
  }

  @Test
  void theFullJobArrivesWhereItBelongs() {
    JobSettings job = bind(FULL.get(0));
    assertThat(job.graph().balanceSplits()).isTrue();
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
                OptimizerKind.SGD, 0.5f, RateSchedule.STEP, 3, 0.25f, 2, 1.5f, 0.0005f, 0));
    assertThat(parameters.patience()).isEqualTo(4);
    assertThat(parameters.prefetch()).isEqualTo(7);
    assertThat(parameters.pushDown()).isFalse();
    assertThat(job.train().training().replicateBoundary()).isTrue();
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).kind()).isEqualTo(new Gcn());
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).inputDim()).isEqualTo(11);
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).outputDim()).isEqualTo(4);
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).hiddenDim()).isEqualTo(16);
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).layers()).isEqualTo(3);
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).inputDropout()).isEqualTo(0.25f);
    assertThat(job.ofModel().model().spec(GraphShape.of(11, 4)).hiddenDropout()).isEqualTo(0.125f);
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
        (Record) bind("{name: j, graph: {name: g}, source: {type: block-model}}").source(),
        defaults);
    flatten(
        "source.",
        (Record)
            bind("{name: j, graph: {name: g}, source: {type: csv, data: d, edges: {file: f},"
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
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      }
      if (value instanceof Record nested) {
        final boolean inlined = component.isAnnotationPresent(Inlined.class);
        flatten(prefix + (inlined ? "" : component.getName() + "."), nested, leaves);
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
                    model: {layers: 129, inputDropout: 1, from: 'x y'}
                    training: {epochs: -1, fanouts: [-1, 1e6], learningRate: 0, traners: 2, checkpointEvery: 1h}
                    """))
        .hasMessage(
            """
            11 settings are wrong:
            job.yaml:1: name = 2x: must be 1 to 64 letters, digits, '-' or '_', starting with a letter
            job.yaml:2: graph.name = a b: must be 1 to 64 letters, digits, '-' or '_', starting with a letter
            job.yaml:2: graph.partitions = 0: must be at least 1
            job.yaml:3: model.layers = 129: must be at most 128
            job.yaml:3: model.inputDropout = 1: must be less than 1
            job.yaml:3: model.from = x y: must be the name of a job
            job.yaml:4: training.traners = 2: is unknown; did you mean training.trainers?
            job.yaml:4: training.epochs = -1: must be at least 0
            job.yaml:4: training.fanouts = [-1, ...]: must be 'all' or a number from 1 to 999999
            job.yaml:4: training.learningRate = 0: must be more than 0
            job.yaml:4: training.checkpointEvery = 1h: must be a number of steps, 0 for never, or a time such as '60s' or '5min'""");
  }
}

// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.client.api.ModelForm;
import io.graphember.client.api.Retention;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.api.node.ClusterInfo;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.similar.SimilarRequest;
import io.graphember.client.api.store.RowChange;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.GraphemberPlugin;
import io.graphember.ignite.catalog.CheckpointListing;
import io.graphember.ignite.check.NodeFindings;
import io.graphember.ignite.extension.NodeExtensions;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.load.RequestThreads;
import io.graphember.ignite.load.ResumableLoads;
import io.graphember.ignite.result.ResultListing;
import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.majority.StorageNodes;
import io.graphember.jobs.predict.VertexPredictor;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.similar.SimilarSearch;
import io.graphember.jobs.store.RowChanges;
import io.graphember.jobs.submit.JobCancellations;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.submit.JobStates;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.security.Action;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.ignite.Ignite;
import org.apache.ignite.resources.IgniteInstanceResource;
import org.apache.ignite.services.Service;
import org.jspecify.annotations.Nullable;

/** The service of one node. What a client sends is checked here, before anything is done. */
public final class NodeService implements GraphemberService, Service {
  private static final long serialVersionUID = 1L;
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,127}");

  private static final int MOST_PREDICT_CHARACTERS = 1 << 22; // keys, vertices and edges
  private static final int MOST_SIMILAR_CHARACTERS = 1 << 20; // a vector of 65,536 numbers
  private static final int MOST_CHANGE_CHARACTERS = 1 << 24; // 65,536 keys

  @IgniteInstanceResource private transient Ignite ignite;
  @Inject private transient NodeExtensions extensions;
  @Inject private transient Backends backends;
  @Inject private transient CheckpointListing checkpoints;
  @Inject private transient DrainRequests drains;
  @Inject private transient GraphCatalog graphs;
  @Inject private transient JobCatalog jobs;
  @Inject private transient JobRunner runner;
  @Inject private transient JobStates states;
  @Inject private transient JobSubmission submission;
  @Inject private transient RunningJobs running;
  @Inject private transient LoadSessions loads;
  @Inject private transient ResumableLoads resumable;
  @Inject private transient ModelCatalog models;
  @Inject private transient JobCancellations cancellations;
  @Inject private transient JobRecords records;
  @Inject private transient NodeFindings findings;
  @Inject private transient NodeListing nodes;
  @Inject private transient Permissions permissions;
  @Inject private transient RequestThreads requests;
  @Inject private transient ResultListing results;
  @Inject private transient RetrainListing retrains;
  @Inject private transient RowChanges rowChanges;
  @Inject private transient SimilarSearch similar;
  @Inject private transient VertexPredictor predictor;
  @Inject private transient StorageNodes storageNodes;

  /** Made by the plugin, once for each node. */
  public NodeService() {}

  @Override
  public void init() {
    GraphemberPlugin plugin = ignite.plugin(GraphemberPlugin.NAME);
    plugin.inject(this);
  }

  /**
   * Answers a request. Its work is done in the name of the node: the caller is asked what he may
   * do, and has no permission for what lies behind.
   */
  private String reply(Function<CallerAccess, Object> work) {
    return requests.serve(() -> answered(work));
  }

  private String answered(Function<CallerAccess, Object> work) {
    return answer(
        () -> {
          CallerAccess access = CallerAccess.current(permissions, graphs.owners());
          return permissions.asNode(() -> work.apply(access));
        });
  }

  private String answer(Supplier<Object> work) {
    try {
      return Json.reply(work.get());
    } catch (GraphemberException e) {
      return Json.reply(ErrorInfo.of(e));
    } catch (OutOfMemoryError e) {
      ignite.log().error("A client's request failed", e);
      return Json.reply(
          new ErrorInfo(
              NodeError.NODE_OUT_OF_MEMORY.name(),
              NodeError.NODE_OUT_OF_MEMORY.category(),
              "The node's memory did not suffice for a request: give it more heap, or lower memoryBudgetBytes in GraphemberConfiguration."));
    } catch (RuntimeException e) {
      ignite.log().error("A client's request failed", e);
      return Json.reply(
          new ErrorInfo(
              SpiError.INTERNAL.name(),
              SpiError.INTERNAL.category(),
              "The request failed: %s; the node's log has more.".formatted(e)));
    }
  }

  private static <T> T parse(String what, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (IllegalArgumentException e) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED, "%s cannot be read: %s.".formatted(what, e.getMessage()), e);
    }
  }

  /** Paths are made of names: what is none must not lead elsewhere. */
  private static void requireName(String what, String name) {
    require(what, name);
    if (!NAME.matcher(name).matches()) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "%s is no name: it must be letters, digits, '-' and '_', starting with a letter."
              .formatted(what));
    }
  }

  private static void require(String what, @Nullable Object value) {
    if (value == null) {
      throw new GraphemberException(NodeError.REQUEST_MALFORMED, what + " is missing.");
    }
  }

  @Override
  public String hello(int protocol) {
    return reply(
        access -> {
          if (protocol != PROTOCOL) {
            throw new GraphemberException(
                NodeError.PROTOCOL_MISMATCH,
                "The client speaks version %d of the service, the node version %d: use the client of Graphember %s."
                    .formatted(protocol, PROTOCOL, GraphemberVersion.current()));
          }
          return new ClusterInfo(
              GraphemberVersion.current(),
              PROTOCOL,
              ignite.version().toString(),
              Runtime.version().toString(),
              ignite.cluster().forServers().nodes().size(),
              backends.names());
        });
  }

  @Override
  public String beginLoad(String graph, String header) {
    return reply(
        access -> {
          GraphSettings settings = loaded(access, graph);
          LoadHeader sent = header(header);
          return loads.begin(
              settings, sent.toHeader(), sent.toExpected(), access.user(), sent.patience());
        });
  }

  @Override
  public String beginResumable(String graph, String header) {
    return reply(access -> resumable.begin(loaded(access, graph), header(header), access.user()));
  }

  /** The graph that is to be loaded, if the caller may. */
  private static GraphSettings loaded(CallerAccess access, String graph) {
    require("Section graph", graph);
    GraphSettings settings = SettingsDocument.parse("graph", graph).bind(GraphSettings.class);
    access.require(Action.WRITE_GRAPH, settings.name());
    return settings;
  }

  /** A header of which all parts can be read. */
  private static LoadHeader header(String text) {
    require("The header", text);
    return parse(
        "The header",
        () -> {
          LoadHeader sent = Json.read(text, LoadHeader.class);
          sent.toHeader();
          sent.toExpected();
          sent.patience();
          return sent;
        });
  }

  @Override
  public String append(long load, long sequence, byte[] piece) {
    return reply(
        access -> {
          require("The piece", piece);
          requireOwn(access, load);
          loads.append(load, sequence, piece);
          return true;
        });
  }

  @Override
  public String commitLoad(long load, String labelNames) {
    return reply(
        access -> {
          require("The label names", labelNames);
          requireOwn(access, load);
          loads.commit(load, parse("The label names", () -> names(labelNames)));
          return true;
        });
  }

  private static List<List<String>> names(String json) {
    String[][] names = Json.read(json, String[][].class);
    for (String[] ofType : names) {
      if (ofType == null || Arrays.asList(ofType).contains(null)) {
        throw new IllegalArgumentException("a list or a name is missing");
      }
    }
    return Arrays.stream(names).map(List::of).toList();
  }

  @Override
  public String loadTables(String request) {
    return reply(
        access -> {
          require("The request", request);
          TablesRequest asked = parse("The request", () -> Json.read(request, TablesRequest.class));
          require("Section graph", asked.graph());
          require("Section source", asked.source());
          return loads.beginTables(
              asked,
              graph -> access.require(Action.WRITE_GRAPH, graph),
              access.user(),
              access.subject());
        });
  }

  @Override
  public String tablesReport(long load) {
    return reply(
        access -> {
          requireOwn(access, load);
          return loads.tablesReport(load);
        });
  }

  @Override
  public String loadState(long load) {
    return reply(
        access -> {
          requireOwn(access, load);
          return loads.state(load);
        });
  }

  @Override
  public String abortLoad(long load) {
    return reply(
        access -> {
          if (loads.has(load)) {
            requireOwn(access, load);
          }
          return loads.abort(load);
        });
  }

  /** A load is nobody's but that of the user who began it. */
  private void requireOwn(CallerAccess access, long load) {
    access.requireSame(loads.user(load), Action.WRITE_GRAPH, loads.graph(load));
  }

  @Override
  public String findings() {
    return reply(
        access -> {
          access.require(Action.ADMINISTER);
          return findings.all();
        });
  }

  @Override
  public String drain(String node) {
    return reply(
        access -> {
          require("The node", node);
          access.requireToChange(Action.ADMINISTER);
          return drains.drain(node, access.name());
        });
  }

  @Override
  public String forget(String node) {
    return reply(
        access -> {
          require("The node's consistent id", node);
          access.requireToChange(Action.ADMINISTER);
          storageNodes.forget(node);
          return true;
        });
  }

  @Override
  public String undrain(String node) {
    return reply(
        access -> {
          require("The node", node);
          access.requireToChange(Action.ADMINISTER);
          return drains.undrain(node, access.name());
        });
  }

  @Override
  public String work(String node) {
    return reply(
        access -> {
          require("The node", node);
          access.require(Action.ADMINISTER);
          return drains.work(node);
        });
  }

  @Override
  public String nodes() {
    return reply(
        access -> {
          access.require(Action.ADMINISTER);
          return nodes.all();
        });
  }

  @Override
  public String openNodes() {
    return reply(access -> drains.openNodes());
  }

  @Override
  public String graphs() {
    return reply(
        access ->
            graphs.graphs().stream()
                .filter(graph -> access.sees(graph.name()))
                .map(graph -> graph.ownedBy(graphs.owners().of(graph.name())))
                .toList());
  }

  @Override
  public String dropGraph(String name, boolean results) {
    return reply(
        access -> {
          requireName("The graph's name", name);
          access.require(Action.DROP, name);
          if (results) { // others may own them
            graphs
                .results()
                .of(name)
                .forEach(found -> access.require(Action.DROP, name, found.name().job()));
            graphs.checkpoints().stream()
                .filter(found -> found.graph().equals(name))
                .forEach(found -> access.require(Action.DROP, name, found.job()));
          }
          return DroppedResults.of(graphs.dropGraph(name, results));
        });
  }

  @Override
  public String dropVersion(String name, long version) {
    return reply(
        access -> {
          require("The graph's name", name);
          access.require(Action.DROP, name);
          return graphs.dropVersion(name, version);
        });
  }

  @Override
  public String results(@Nullable String graph) {
    return reply(
        access ->
            results.of(graph).stream()
                .filter(found -> access.sees(found.graph(), found.job()))
                .map(found -> found.ownedBy(graphs.owners().of(found.graph(), found.job())))
                .toList());
  }

  @Override
  public String dropResults(String graph, String job) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          requireName("The job's name", job);
          access.require(Action.DROP, graph, job);
          return DroppedResults.of(graphs.dropResults(graph, job));
        });
  }

  @Override
  public String dropModel(String graph, String job) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          requireName("The job's name", job);
          access.require(Action.DROP, graph, job);
          return DroppedResults.of(graphs.dropModel(graph, job));
        });
  }

  @Override
  public String restoreResults(String graph, String job) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          requireName("The job's name", job);
          access.require(Action.DROP, graph, job);
          graphs.restoreResults(graph, job);
          return results.of(graph, job).ownedBy(graphs.owners().of(graph, job));
        });
  }

  @Override
  public String retrainings() {
    return reply(
        access ->
            retrains.all().stream()
                .filter(found -> access.sees(found.graph(), found.job()))
                .toList());
  }

  @Override
  public String stopRetraining(String graph, String job) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          requireName("The job's name", job);
          access.require(Action.CANCEL, graph, job);
          retrains.stop(graph, job);
          return true;
        });
  }

  @Override
  public String checkpoints() {
    return reply(
        access ->
            checkpoints.all().stream()
                .filter(found -> access.sees(found.graph(), found.job()))
                .map(found -> found.ownedBy(graphs.owners().of(found.graph(), found.job())))
                .toList());
  }

  @Override
  public String dropCheckpoint(long id) {
    return reply(
        access -> {
          StoredCheckpoint checkpoint = checkpoints.get(id);
          access.require(Action.DROP, checkpoint.graph(), checkpoint.job());
          graphs.dropCheckpoint(checkpoint);
          return true;
        });
  }

  @Override
  public String follows() {
    return reply(
        access ->
            graphs.follows().all().stream()
                .map(FollowRecord::info)
                .filter(info -> access.sees(info.graph()))
                .toList());
  }

  @Override
  public String endFollow(String graph) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          access.require(Action.WRITE_GRAPH, graph);
          return graphs.endFollow(graph);
        });
  }

  @Override
  public String retention(String graph) {
    return reply(
        access -> {
          require("The graph's name", graph);
          access.require(Action.READ_GRAPH, graph);
          return graphs.retention(graph);
        });
  }

  @Override
  public String setRetention(String graph, String retention) {
    return reply(
        access -> {
          requireName("The graph's name", graph);
          require("The retention", retention);
          access.require(Action.WRITE_GRAPH, graph);
          graphs.setRetention(
              graph, parse("The retention", () -> Json.read(retention, Retention.class)));
          return true;
        });
  }

  @Override
  public String model(String graph, String job, String form) {
    return reply(
        access -> {
          require("The graph's name", graph);
          require("The job's name", job);
          require("The form of the model", form);
          access.require(Action.READ_MODEL, graph, job);
          ModelForm asked = parse("The form of the model", () -> ModelForm.valueOf(form));
          return ModelFiles.of(
              job, models.get("The job", graph, job), asked, ModelFiles.MOST_BYTES);
        });
  }

  @Override
  public String checkJob(String job) {
    return reply(
        access -> {
          require("The job", job);
          submission.check(access, submission.settings(job));
          return true;
        });
  }

  @Override
  public String submit(String job, byte[] attachment) {
    return reply(
        access -> {
          require("The job", job);
          JobSettings settings = submission.settings(job);
          require("The attachment of the job", attachment);
          return submission.submit(access, settings, attachment, records::next);
        });
  }

  @Override
  public String jobs(@Nullable String graph) {
    return reply(
        access ->
            states.all().stream()
                .filter(job -> graph == null || graph.equals(job.graph()))
                .filter(job -> access.sees(job.graph(), job.name()))
                .toList());
  }

  @Override
  public String jobState(long job, int fromEpoch) {
    return reply(
        access -> {
          JobState state = state(job);
          access.require(Action.READ_RESULTS, state.graph(), state.name());
          return state.from(fromEpoch);
        });
  }

  private JobState state(long job) {
    return states.of(job);
  }

  @Override
  public String cancelJob(long job) {
    return reply(
        access -> {
          JobState state = state(job);
          access.require(Action.CANCEL, state.graph(), state.name());
          if (running.cancel(job)) {
            return true;
          }
          return cancellations.cancel(job);
        });
  }

  @Override
  public String resumeJob(long job, String changes) {
    return reply(
        access -> {
          require("The list of changes", changes);
          JobRecord record = record(job);
          SettingsDocument document = SettingsDocument.parse("job " + job, record.settings());
          for (String change : parse("The list of changes", () -> texts(changes))) {
            document = document.set(change);
          }
          extensions.require(document);
          JobSettings settings = document.bind(JobSettings.class);
          requireOld(access, record);
          access.require(Action.SUBMIT, settings.graph().name(), settings.name());
          JobSubmission.requireReadable(access, settings);
          final long number = runner.resume(record, settings, access.user());
          submission.own(access, settings);
          return number;
        });
  }

  /** A job that may be resumed; of another one the state says why it may not. */
  private JobRecord record(long job) {
    return records
        .find(job)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.RESUME_REFUSED,
                    "Job %d cannot be resumed: %s."
                        .formatted(
                            job,
                            jobs.state(job).status() == JobState.Status.DONE
                                ? "it is done, and its results are there"
                                : "the cluster has forgotten what it was")));
  }

  @Override
  public String jobSettings(long job) {
    return reply(
        access -> {
          JobRecord record = record(job);
          JobSettings settings =
              SettingsDocument.parse("job " + job, record.settings()).bind(JobSettings.class);
          access.require(Action.READ_RESULTS, settings.graph().name(), settings.name());
          return record.settings();
        });
  }

  /** Who resumes a job takes what it has left. */
  private static void requireOld(CallerAccess access, JobRecord record) {
    JobSettings before =
        SettingsDocument.parse("job " + record.job(), record.settings()).bind(JobSettings.class);
    access.require(Action.SUBMIT, before.graph().name(), before.name());
    JobSubmission.requireReadable(access, before);
  }

  private static List<String> texts(String json) {
    String[] texts = Json.read(json, String[].class);
    if (Arrays.asList(texts).contains(null)) {
      throw new IllegalArgumentException("a change is missing");
    }
    return List.of(texts);
  }

  @Override
  public String jobResult(long job) {
    return reply(
        access -> {
          JobState state = state(job);
          access.require(Action.READ_RESULTS, state.graph(), state.name());
          return jobs.result(job);
        });
  }

  @Override
  public String publications(String graph, String job, String kind) {
    return reply(
        access -> {
          require("The graph's name", graph);
          require("The job's name", job);
          require("The kind", kind);
          access.require(Action.READ_RESULTS, graph, job);
          return graphs.publications(graph, job, kind);
        });
  }

  @Override
  public String similar(String graph, String job, String request) {
    return reply(
        access -> {
          require("The graph's name", graph);
          require("The job's name", job);
          require("The request", request);
          access.require(Action.READ_RESULTS, graph, job);
          requireLength("The request", request, MOST_SIMILAR_CHARACTERS);
          return similar.find(
              graph, job, parse("The request", () -> Json.read(request, SimilarRequest.class)));
        });
  }

  @Override
  public String predict(String graph, String job, String request) {
    return reply(
        access -> {
          require("The graph's name", graph);
          require("The job's name", job);
          require("The request", request);
          access.requireOften(Action.READ_RESULTS, graph, job);
          requireLength("The request", request, MOST_PREDICT_CHARACTERS);
          return predictor.predict(
              graph, job, parse("The request", () -> Json.read(request, PredictRequest.class)));
        });
  }

  @Override
  public String changeRows(String graph, String change, byte[] rows) {
    return reply(
        access -> {
          require("The graph's name", graph);
          require("The change", change);
          require("The rows", rows);
          requireLength("The change", change, MOST_CHANGE_CHARACTERS);
          final RowChange asked = parse("The change", () -> Json.read(change, RowChange.class));
          require("The embeddings", asked.rows());
          require("The job's name", asked.rows().job());
          access.requireOften(Action.WRITE_RESULTS, graph, asked.rows().job());
          final RowChange.Multiple other = asked.other();
          if (other != null) {
            require("The embeddings that are added", other.rows());
            require("The other job's name", other.rows().job());
            access.require(Action.READ_RESULTS, graph, other.rows().job());
          }
          return rowChanges.make(graph, asked, rows);
        });
  }

  private static void requireLength(String what, String text, int most) {
    if (text.length() > most) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "%s has %d characters, and may have %d.".formatted(what, text.length(), most));
    }
  }
}

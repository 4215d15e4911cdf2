// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * The operators of a {@link Program}. All rows are of floats; {@code x} and {@code y} are the
 * operands, {@code r} the result, {@code W} the weight, {@code dv} the gradient of the loss by a
 * value {@code v}. {@code u -> i} is an edge from source {@code u} to destination {@code i}. A row
 * of {@code H * c} columns holds {@code H} heads of {@code c} columns, one after the other; how
 * many heads there are follows from the columns of the operands and of the result.
 *
 * <p>A sum, mean or maximum over no edges is 0. Gradients of a value that is used several times add
 * up.
 */
public enum Operator {
  /**
   * The rows that enter: of a layer's sources, or of a decoder's seeds. In a program for
   * {@linkplain Program#aggregated() aggregated input} those of the destinations, {@linkplain
   * Program#after(int) after the product} of that input its rows.
   */
  INPUT,

  /**
   * What was aggregated of the neighbours' input rows beforehand, [D, c]; only in a program for
   * {@linkplain Program#aggregated() aggregated input}.
   */
  AGGREGATED,

  /** The features of the edges, [E, c]; constant. */
  EDGE_FEATURES,

  /** The weight as a row, [1, c]: {@code r = W}; {@code dW = dr}. */
  ROW,

  /**
   * The row of each element's type, of a weight with one row a type: {@code r[i] = W[type(i)]};
   * {@code dW[t] = sum of dr[i] over i of type t}. Types of sources and destinations are those of
   * vertices, types of edges and neighbourhoods those of edges, types of pairs their relations.
   */
  TYPE_ROW,

  /** {@code r = x W}; {@code dx = dr W'}, {@code dW = x' dr}. Weight [in, out]. */
  LINEAR,

  /**
   * A product by each element's type and head: {@code r[i, h] = x[i, h] W[type(i), h]} with rows of
   * {@code H} heads. Weight [types * H * in, out], type-major, where {@code in} and {@code out} are
   * columns of one head. Gradients as of {@link #LINEAR}, type by type and head by head.
   */
  TYPED_LINEAR,

  /**
   * The same with each matrix transposed: {@code r[i, h] = x[i, h] W[type(i), h]'}. Weight [types *
   * H * out, in].
   */
  TYPED_LINEAR_TRANSPOSED,

  /** The destinations among the sources: {@code r[i] = x[i]} for the first D rows. */
  DESTINATIONS,

  /** To each edge the row of its source: {@code r[u -> i] = x[u]}; {@code dx[u] = sum of dr}. */
  SOURCE_OF_EDGE,

  /**
   * To each edge the row of its destination: {@code r[u -> i] = x[i]}; {@code dx[i] = sum of dr}.
   */
  DESTINATION_OF_EDGE,

  /**
   * To each neighbourhood the row of its destination: {@code r[i, t] = x[i]}; {@code dx[i] = sum of
   * dr}.
   */
  DESTINATION_OF_NEIGHBORHOOD,

  /**
   * To each edge the row of its neighbourhood: {@code r[u -> i] = x[i, type(u -> i)]}; {@code dx}
   * sums.
   */
  NEIGHBORHOOD_OF_EDGE,

  /** To each pair the row of its head, a seed: {@code r[p] = x[head(p)]}; {@code dx} sums. */
  HEAD_OF_PAIR,

  /** To each pair the row of its tail, a seed: {@code r[p] = x[tail(p)]}; {@code dx} sums. */
  TAIL_OF_PAIR,

  /**
   * Mean over the edges of a destination: {@code r[i] = sum x[u] / n}; {@code dx[u] += dr[i] / n}.
   */
  NEIGHBOR_MEAN,

  /** Sum over the edges of a destination: {@code r[i] = sum x[u]}; {@code dx[u] += dr[i]}. */
  NEIGHBOR_SUM,

  /**
   * Sum with the block's edge weights: {@code r[i] = sum w[u -> i] x[u]}; {@code dx[u] += w dr[i]}.
   */
  NEIGHBOR_WEIGHTED_SUM,

  /** The block's own weight of each destination: {@code r[i] = w[i] x[i]}; {@code dx = w dr}. */
  SELF_WEIGHTED,

  /**
   * The row of one neighbour: {@code r[i] = x[u]} for the edge {@code u -> i} that is number {@code
   * constant} of its destination, 0 the first; zeros where it has fewer. {@code dx[u] += dr[i]}.
   * Edges of a destination lie in one order wherever they come from, see {@link
   * Program#usesOrder()}.
   */
  NTH_NEIGHBOR,

  /**
   * Whether there is such a neighbour, [D, 1]: 1 where a destination has more than {@code constant}
   * edges, else 0; constant.
   */
  HAS_NEIGHBOR,

  /**
   * Maximum over the edges of a destination, column by column; the gradient goes to the edges that
   * have it: to the first, or in shares to several equal ones.
   */
  NEIGHBOR_MAX,

  /**
   * Sum weighted by edge and head: {@code r[i, h] = sum y[u -> i, h] * x[u, h]}, or {@code x[u ->
   * i, h]} if {@code x} has rows of edges. {@code y} has one column a head. {@code dx[u, h] += y
   * dr[i, h]}, {@code dy[u -> i, h] = x[u, h] . dr[i, h]}. The sum is over the edges of a
   * destination or, where the result has rows of neighbourhoods, over those of a neighbourhood.
   */
  WEIGHTED_SUM,

  /**
   * Sum of the rows of a destination's edges: {@code r[i] = sum x[u -> i]}; {@code dx[u -> i] =
   * dr[i]}.
   */
  EDGE_SUM,

  /**
   * Sum of a destination's neighbourhoods: {@code r[i] = sum x[i, t]}; {@code dx[i, t] = dr[i]}.
   */
  SUM_OF_NEIGHBORHOODS,

  /**
   * Mean for each edge type apart, [D, types * c]: {@code r[i, t] = } mean of {@code x[u]} over the
   * edges of {@code i} of type {@code t}. Edges of a destination are sorted by type.
   */
  MEAN_BY_TYPE,

  /**
   * Mixes heads: {@code r[i, b] = sum over h of W[h, b] x[i, h]}; weight [heads of x, heads of r].
   */
  MIX_HEADS,

  /**
   * Softmax over the edges of a destination, head by head: {@code r[e] = exp(x[e]) / sum over the
   * edges f of its destination of exp(x[f])}; {@code dx[e] = r[e] (dr[e] - sum r[f] dr[f])}.
   */
  EDGE_SOFTMAX,

  /** Sum within each head: {@code r[i, h] = sum of the columns of x[i, h]}; a column a head. */
  SUM_IN_HEADS,

  /** Mean over the heads: {@code r[i] = sum over h of x[i, h] / H}; {@code c} columns. */
  MEAN_OF_HEADS,

  /**
   * {@code r = x + y}. A single row goes with each row, and one column a head with all columns of
   * that head; the gradient of what is repeated is the sum over its repetitions.
   */
  ADD,

  /** {@code r = x * y} by element, repeated as in {@link #ADD}; {@code dx = y dr, dy = x dr}. */
  MULTIPLY,

  /** The columns of {@code x}, then those of {@code y}. */
  CONCAT,

  /** Columns of {@code x} from number {@code constant} on: {@code r[i, j] = x[i, constant + j]}. */
  COLUMNS,

  /** {@code r = constant * x}. */
  SCALE,

  /** {@code r = max(x, 0)}; {@code dx = dr where x > 0}. */
  RELU,

  /** {@code r = x} where {@code x > 0}, else {@code constant * x}. */
  LEAKY_RELU,

  /** {@code r = x} where {@code x > 0}, else {@code exp(x) - 1}. */
  ELU,

  /**
   * {@code r = x P(x)} with the normal distribution {@code P(x) = (1 + erf(x / sqrt(2))) / 2};
   * {@code dx = (P(x) + x exp(-x x / 2) / sqrt(2 pi)) dr}.
   */
  GELU,

  /** {@code r = 1 / (1 + exp(-x))}; {@code dx = r (1 - r) dr}. */
  SIGMOID,

  /** {@code r = tanh(x)}; {@code dx = (1 - r r) dr}. */
  TANH,

  /**
   * Softmax over the columns of each row: {@code r[i, j] = exp(x[i, j]) / sum over k of exp(x[i,
   * k])}; {@code dx[i, j] = r[i, j] (dr[i, j] - sum over k of r[i, k] dr[i, k])}.
   */
  ROW_SOFTMAX,

  /**
   * Each row less its mean, divided by {@code sqrt(variance + 1e-5)} (Ba, Kiros, Hinton, 2016,
   * equation 3, without gain and bias); {@code dx = (dr - mean(dr) - r mean(r dr)) / sqrt(variance
   * + 1e-5)}.
   */
  LAYER_NORM,

  /**
   * Mean of all n rows of the batch, [1, c]: {@code r = sum of x[i] / n}; {@code dx[i] = dr / n}.
   * The weight is its running mean: in the place of {@code dW} lies {@code W - sum of x[i] / max(n
   * - constant, 1)}, with a constant of 1 where the rows are squared distances from their own mean,
   * so that W is without bias. In programs for evaluation a {@link #ROW}.
   */
  BATCH_MEAN,

  /** {@code r = 1 / sqrt(x + constant)} for x above {@code -constant}; {@code dx = -r^3 dr / 2}. */
  INVERSE_ROOT,

  /**
   * {@code r = mask * x} in training with the mask of the operation's stream and rate, see {@link
   * io.graphember.spi.backend.Dropout}; not in programs for evaluation.
   */
  DROPOUT;

  /** Added to the variance by {@link #LAYER_NORM} and {@link Destinations#batchNorm}. */
  public static final double NORM_EPSILON = 1e-5;

  /** True if it looks at all neighbours alike, and needs nothing of an edge that is computed. */
  public boolean aggregatesNeighbors() {
    return switch (this) {
      case NEIGHBOR_MEAN, NEIGHBOR_SUM, NEIGHBOR_WEIGHTED_SUM, NEIGHBOR_MAX, MEAN_BY_TYPE -> true;
      default -> false;
    };
  }
}

// SPDX-License-Identifier: Apache-2.0
/** Jobs that train embeddings without a model. */
package io.graphember.jobs.embed;

// SPDX-License-Identifier: Apache-2.0
/** Jobs that train embeddings without a model. */
@NullMarked
package io.graphember.jobs.embed;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Published embeddings as a store that clients change (GraphScale, section 3.2). */
@NullMarked
package io.graphember.jobs.store;

import org.jspecify.annotations.NullMarked;

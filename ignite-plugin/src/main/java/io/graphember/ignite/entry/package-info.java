// SPDX-License-Identifier: Apache-2.0
/** The catalog as a transactional cache. */
package io.graphember.ignite.entry;

// SPDX-License-Identifier: Apache-2.0
/** Entries of the catalog cache. */
package io.graphember.ignite.entry;
